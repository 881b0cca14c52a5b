#!/usr/bin/env bash
# Checks the formatting of all sources. Mend: npm run format
set -euo pipefail
exec node_modules/.bin/prettier --check --log-level=warn .
