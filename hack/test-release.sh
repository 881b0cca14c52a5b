#!/usr/bin/env bash
# Tests release builds: builds this platform's release twice, compares the checksums, and runs what was built: every
# binary, and a cluster of the images. Needs root, and what hack/install-node-deps.sh --tests installs.
#   hack/test-release.sh [--build-only]   # stops after the comparison; `npm test` then tests what was built, too
set -euo pipefail
cd "$(dirname "$0")/.."

hack/quick-release.sh
first=$(cat _output/release-tars/SHA256SUMS)
hack/quick-release.sh
diff <(echo "$first") _output/release-tars/SHA256SUMS || { echo "test-release: two builds of one commit differ" >&2; exit 1; }
echo "test-release: two builds have identical checksums"
[ "${1:-}" != --build-only ] || exit 0
node -e 'import("./hack/lib/set-up.mjs").then((setUp) => setUp.ensureBuilt(["hyperkube"]))'
exec node_modules/.bin/node node_modules/vitest/vitest.mjs run --root apps/e2e src/release
