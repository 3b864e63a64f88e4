#!/usr/bin/env bash
# Debian packages for tests/editors: Neovim, Emacs and eglot.
set -euo pipefail
need=()
command -v nvim >/dev/null || need+=(neovim)
command -v emacs >/dev/null || need+=(emacs-nox)
dpkg -s elpa-eglot >/dev/null 2>&1 || need+=(elpa-eglot)
[ ${#need[@]} -eq 0 ] && exit 0
sudo=$([ "$(id -u)" -eq 0 ] || echo sudo)
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
