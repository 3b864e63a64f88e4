#!/usr/bin/env bash
# Debian packages for the end-to-end test: a browser, and headers for VS Code's native modules.
set -euo pipefail
need=()
command -v chromium >/dev/null || need+=(chromium)
for package in libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev; do
  dpkg -s "$package" >/dev/null 2>&1 || need+=("$package")
done
[ ${#need[@]} -eq 0 ] && exit 0
sudo=$([ "$(id -u)" -eq 0 ] || echo sudo)
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
