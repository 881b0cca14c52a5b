#!/usr/bin/env bash
# Builds a release in containers: binaries and tarballs for all platforms, images, checksums, into _output/release-tars.
# Variables:
#   KUBE_RELEASE_RUN_TESTS  n leaves out the unit tests (default y)
#   KUBE_FASTBUILD          true builds for this platform only (default false)
#   KUBE_BUILD_PLATFORMS    the platforms, comma-separated; overrides KUBE_FASTBUILD
#   KUBE_BUILD_BASE_IMAGE   image that the build image is made from; one is put together of this machine's files where
#                           it cannot be pulled (default debian:12-slim; "local" does not try to pull)
#   KUBE_DOCKER_REGISTRY    what stands in front of the images' names (default kubescript)
set -euo pipefail
cd "$(dirname "$0")/.."

for part in common prereqs build-image data-container run; do
  # shellcheck source=/dev/null
  source "hack/lib/release/$part.sh"
done

main() {
  verify_prereqs
  read_git_facts
  trap clean_up EXIT
  step "fetching Node for ${KUBE_BUILD_PLATFORMS}" run_ts hack/lib/release/fetch-nodes.ts
  step "making the build image" build_build_image
  step "making the data container" ensure_data_container
  step "bringing the sources in" sync_to_container
  step "fetching system files" fetch_system_files
  if [ "$KUBE_RELEASE_RUN_TESTS" = y ]; then step "running the unit tests" run_tests; fi
  step "building" run_build_command hack/lib/release/build-binaries.ts
  step "bringing the results out" copy_output
  step "packaging" run_ts hack/lib/release/package.ts
  info "done: $PWD/_output/release-tars"
}

main "$@"
