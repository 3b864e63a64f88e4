"""What others may have put beside a project is no part of it: not its memory, not its devices."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.memory.roots import project_root
from loopwright.toolchain import confine
from loopwright.toolchain.confine import Confinement

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners are Unix'")
ROOT = hasattr(os, "getuid") and os.getuid() == 0


def project(tmp_path: Path) -> Path:
    folder = tmp_path / "shared" / "project" / "src"
    folder.mkdir(parents=True)
    (tmp_path / "shared" / ".git").mkdir()
    return folder / "a.c"


def test_the_repository_above_is_the_project(tmp_path: Path) -> None:
    assert project_root(project(tmp_path)) == tmp_path / "shared"


def test_a_repository_that_anybody_may_have_made_is_not(tmp_path: Path) -> None:
    """Somebody makes `/shared/.git`: all that lies in /shared would be read as the project."""
    path = project(tmp_path)
    (tmp_path / "shared").chmod(0o1777)
    assert project_root(path) == path.parent


@pytest.mark.skipif(not ROOT, reason="only root gives folders away")
def test_a_repository_of_another_user_is_not(tmp_path: Path) -> None:
    path = project(tmp_path)
    os.chown(tmp_path / "shared", 65534, 65534)
    assert project_root(path) == path.parent
    os.chown(path.parent, 65534, 65534)
    assert project_root(path) is None


@pytest.mark.skipif(not ROOT or sys.platform != "linux", reason="only root makes devices")
def test_a_device_in_a_folder_that_is_shown_is_none(tmp_path: Path) -> None:
    """A program that is run sees the folder that it is run in, but no device that somebody put there."""
    if confine.offered().walls != "namespaces" or shutil.which("gcc") is None:
        pytest.skip("there are no namespaces")
    tmp_path.chmod(0o755)
    device = tmp_path / "device"
    os.mknod(device, 0o666 | 0o020000, os.makedev(1, 5))
    device.chmod(0o666)
    text = f'#include <fcntl.h>\n#include <unistd.h>\nint main(void) {{ char c; int f = open("{device}", O_RDWR); return f >= 0 && read(f, &c, 1) == 1; }}\n'
    (tmp_path / "a.c").write_text(text)
    subprocess.run(["gcc", "-o", tmp_path / "a", tmp_path / "a.c"], check=True)
    assert subprocess.run([tmp_path / "a"]).returncode == 1, "outside it can be read"
    assert confine.run_confined([str(tmp_path / "a")], Confinement(read_only=(tmp_path,))).code == 0
