#!/usr/bin/env bash
# Lints every package, boundaries between packages included. Mend: node_modules/.bin/eslint --fix FOLDER
set -euo pipefail
exec node_modules/.bin/nx run-many -t lint --parallel=2 --output-style=stream-without-prefixes
