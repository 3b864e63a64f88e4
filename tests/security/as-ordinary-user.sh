#!/usr/bin/env bash
# Runs pytest (arguments: its own; default: this folder; `programs`, `folders`: what depends on the user) as an ordinary user, in a checkout and a home that are this user's.
# Root's shell starts it; PYTHON is the environment whose packages are used. All of it lies in memory, in mounts that end with the tests:
# the machine gets no user and no file. Ends with 3 and a sentence where the system cannot do that. An interpreter below a folder that only root may enter is shown beside.
set -euo pipefail

if [ "$(id -u)" != 0 ]; then
  echo "$0: you are an ordinary user: run pytest itself" >&2
  exit 2
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
export root python
arguments=("$@")
[ $# -gt 0 ] || arguments=(tests/security -q)
# Escapes are tried as an ordinary user by root's own tests; these are what starts programs, writes files and runs code with nothing of root's.
case ${1:-} in
  programs)
    arguments=(-x tests/security/test_evidence_trial.py tests/security/test_evidence_verify.py tests/security/test_hostile_command_line.py
      -k "alone or given_to or descriptor or kills or shared") ;;
  folders)
    arguments=(-x tests/security/test_hostile_folders.py tests/security/test_hostile_repositories.py tests/security/test_hostile_suggest.py
      -k "traps or alone or given_to or descriptor or kills or shared") ;;
esac
for needed in setpriv unshare mount tar git; do
  command -v "$needed" > /dev/null || { echo "$0: nothing was run: there is no $needed here"; exit 3; }
done
if ! unshare --mount --propagation private mount -t tmpfs none /mnt 2> /dev/null; then
  echo "$0: nothing was run: this system lets root mount nothing"
  exit 3
fi

inside() {
  local user=60321 name=tester home=/mnt/home/tester base packages interpreter site count=0
  # No system call of the tests is to depend on the name; libraries ask for it.
  mount -t tmpfs -o mode=755,size=4g none /mnt
  mkdir -p /mnt/base "$home/checkout"
  sed "/^$name:/d" /etc/passwd > /mnt/passwd
  echo "$name:x:$user:$user::$home:/bin/sh" >> /mnt/passwd
  mount --bind /mnt/passwd /etc/passwd
  mount -t tmpfs -o mode=1777,size=8g none /tmp
  git -C "$root" -c "safe.directory=$root" ls-files -z --cached --others --exclude-standard |
    tar -C "$root" --null --files-from - --ignore-failed-read -cf - 2>/dev/null | tar -C "$home/checkout" -xf -
  base=$("$python" -c 'import sys; print(sys.base_prefix)')
  interpreter=$("$python" -c 'import os, sys; print(os.path.relpath(os.path.realpath(sys.executable), sys.base_prefix))')
  mount --bind "$base" /mnt/base
  "$python" -c 'import sys; print(*(p for p in sys.path if p.endswith("-packages") and not p.startswith(sys.base_prefix + "/")), sep="\n")' |
    while read -r packages; do
      mkdir -p "/mnt/packages/$((++count))"
      mount --bind "$packages" "/mnt/packages/$count"
    done
  chown -R "$user:$user" "$home"
  cd "$home/checkout"
  as() { setpriv --reuid="$user" --regid="$user" --clear-groups env -i HOME="$home" USER="$name" LANG=C.UTF-8 \
    LOOPWRIGHT_WHOLE="${LOOPWRIGHT_WHOLE:-}" \
    PATH="$home/checkout/.venv/bin:/usr/local/bin:/usr/bin:/bin" "$@"; }
  as "/mnt/base/$interpreter" -m venv --without-pip .venv
  site=$(as .venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  # As an editable installation: this checkout's packages stand before those that are shown.
  { printf '%s\n' "$home/checkout/server" "$home/checkout/training"; ls -d /mnt/packages/*; } > "$site/checkout.pth"
  printf '#!%s\nimport sys\nfrom loopwright.cli.main import main\nsys.exit(main())\n' "$home/checkout/.venv/bin/python" > .venv/bin/loopwright
  chmod 755 .venv/bin/loopwright
  as .venv/bin/python -c 'import loopwright, os; print("user", os.getuid(), loopwright.__file__)'
  as .venv/bin/python -m pytest -p no:cacheprovider "$@"
}
export -f inside
exec unshare --mount --propagation private bash -euo pipefail -c 'inside "$@"' inside "${arguments[@]}"
