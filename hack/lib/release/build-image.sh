# The image that the build runs in; sourced.

# Makes the build image of the base image, or of this machine's files where that cannot be pulled.
build_build_image() {
  local base=$KUBE_BUILD_BASE_IMAGE
  if [ "$base" = local ] || ! have_image "$base"; then
    [ "$base" = local ] || info "$base cannot be pulled: putting a base image together of this machine's files"
    base=$local_base
    mkdir -p _output/images
    run_ts hack/lib/release/assemble-base.ts "$base" _output/images/build-base.tar
    docker load -q -i _output/images/build-base.tar >/dev/null
  fi
  docker build -q -t "$build_image" --build-arg "BASE=$base" hack/lib/release/build-image >/dev/null
  KUBE_BUILD_BASE_USED="$base@$(docker image inspect --format '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$base" | sed 's/.*@//')"
  export KUBE_BUILD_BASE_USED
}

have_image() {
  docker image inspect "$1" >/dev/null 2>&1 || timeout 120 docker pull -q "$1" >/dev/null 2>&1
}
