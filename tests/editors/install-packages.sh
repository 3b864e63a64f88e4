#!/usr/bin/env bash
# Debian packages for tests/editors: Neovim, Emacs, eglot and lsp-mode.
set -euo pipefail
need=()
command -v nvim >/dev/null || need+=(neovim)
command -v emacs >/dev/null || need+=(emacs-nox)
for package in elpa-eglot elpa-lsp-mode; do
  dpkg -s "$package" >/dev/null 2>&1 || need+=("$package")
done
[ ${#need[@]} -eq 0 ] && exit 0
sudo=$([ "$(id -u)" -eq 0 ] || echo sudo)
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
