#!/usr/bin/env bash
# Lints every package, boundaries between packages included, and the scripts. Mend: node_modules/.bin/eslint --fix FOLDER
set -euo pipefail
status=0
node_modules/.bin/nx run-many -t lint --parallel=2 --output-style=stream-without-prefixes || status=1
node_modules/.bin/node node_modules/eslint/bin/eslint.js hack || status=1
exit "$status"
