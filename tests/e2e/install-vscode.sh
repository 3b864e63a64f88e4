#!/usr/bin/env bash
# A real VS Code server, built from the npm registry alone, into tests/e2e/vscode (about a minute, 200 MB).
# Its own installer wants prebuilt downloads, so its dependencies are installed here one step at a time.
set -euo pipefail
cd "$(dirname "$0")"
version=4.96.4   # the last line of versions for Node 20
code=vscode/node_modules/code-server/lib/vscode
[ -f "$code/.loopwright-ready" ] && exit 0
# Headers that came with Node are taken; node-gyp would fetch them anew.
prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
[ -f "$prefix/include/node/node.h" ] && export npm_config_nodedir="$prefix"
mkdir -p vscode && cd vscode
[ -f package.json ] || echo '{"private": true}' > package.json
npm install --ignore-scripts --no-audit --no-fund "code-server@$version"
cd "node_modules/code-server/lib/vscode"
rm -f npm-shrinkwrap.json   # it pins a git dependency that the registry has under another name
npm install --omit=dev --ignore-scripts --legacy-peer-deps --no-audit --no-fund
npm rebuild node-pty @vscode/spdlog native-watchdog @parcel/watcher kerberos @vscode/deviceid
ln -sfn node_modules node_modules.asar
touch .loopwright-ready
