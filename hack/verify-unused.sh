#!/usr/bin/env bash
# Finds files, exports and dependencies that nobody uses.
set -euo pipefail
exec node_modules/.bin/node node_modules/knip/bin/knip.js --config .knip.json --no-progress
