#!/usr/bin/env bash
# Type-checks every package, and that the project references equal the imports. Mend the latter: npx nx sync
set -euo pipefail
node_modules/.bin/node node_modules/@typescript/native/bin/tsc -b
node_modules/.bin/node node_modules/@typescript/native/bin/tsc -p hack
exec node_modules/.bin/nx sync:check
