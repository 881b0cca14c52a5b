#!/usr/bin/env bash
# Builds a release in containers for this platform only, without running the tests. See hack/release.sh.
set -euo pipefail
export KUBE_RELEASE_RUN_TESTS=${KUBE_RELEASE_RUN_TESTS:-n} KUBE_FASTBUILD=${KUBE_FASTBUILD:-true}
exec "$(dirname "$0")/release.sh" "$@"
