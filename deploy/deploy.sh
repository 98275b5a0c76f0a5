#!/bin/sh
# scripts/deploy.ts, with the Node that npm install brings.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
node=$root/node_modules/.bin/node
if [ ! -x "$node" ]; then
  echo "deploy.sh: first run, in $root: npm install" >&2
  exit 69
fi
exec "$node" "$root/scripts/deploy.ts" "$@"
