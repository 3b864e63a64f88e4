"""Make of a package of the extension the one that an older version would have been: its own version, and that of the server in it.

python older_package.py PACKAGE.vsix OLDER.vsix VERSION
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from pathlib import Path

# Where a version stands, by the name of the file that has it; every other file stays as it is.
VERSIONS = {
    "package.json": re.compile(rb'(?<="version": ")[^"]+'),
    "extension.vsixmanifest": re.compile(rb'(?<= Version=")[^"]+(?=" Publisher)'),
    "__init__.py": re.compile(rb'(?<=__version__ = ")[^"]+'),
    "METADATA": re.compile(rb"(?<=\nVersion: )\S+"),
}
SERVER = re.compile(r"\bloopwright-\d+\.\d+\.\d+")


def older(data: bytes, version: str) -> bytes:
    """The same archive with ``version`` in the place of its own; the server's wheel in it as well."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for entry in old.infolist():
            content, name = old.read(entry), entry.filename
            if re.search(r"/loopwright-[^/]*\.whl$", name):
                content = older(content, version)
            elif (place := VERSIONS.get(name.rpartition("/")[2])) is not None:
                content = place.sub(version.encode(), content, count=1)
            new.writestr(SERVER.sub(f"loopwright-{version}", name), content)
    return out.getvalue()


if __name__ == "__main__":
    source, target, number = sys.argv[1:]
    Path(target).write_bytes(older(Path(source).read_bytes(), number))
