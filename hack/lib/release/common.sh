# Settings and helpers of hack/release.sh; sourced.

: "${KUBE_RELEASE_RUN_TESTS:=y}" "${KUBE_FASTBUILD:=false}" "${KUBE_BUILD_BASE_IMAGE:=debian:12-slim}"
: "${KUBE_BUILD_PLATFORMS:=}" "${KUBE_DOCKER_REGISTRY:=kubescript}"
export KUBE_BUILD_PLATFORMS KUBE_BUILD_BASE_IMAGE KUBE_DOCKER_REGISTRY

# One set of containers per checkout, so that two checkouts can build at a time.
readonly build_id="kubescript-build-$(printf %s "$PWD" | cksum | cut -d ' ' -f 1)"
readonly build_image="$build_id:latest" data_container="$build_id-data"
readonly local_base=kubescript/build-base:local
readonly sync_container="$build_id-sync" build_container="$build_id-build"

info() { echo "release: $*" >&2; }
die() { echo "release: $*" >&2; exit 1; }

# step WHAT COMMAND…: says what is done and how long it took.
step() {
  local what=$1 start=$SECONDS
  shift
  info "$what …"
  "$@"
  info "$what: $((SECONDS - start)) s"
}

# Runs a TypeScript program of this checkout on the pinned Node.
run_ts() { node_modules/.bin/node --import tsx --conditions=@kubescript/source "$@"; }
