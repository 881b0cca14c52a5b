# The image that the build runs in; sourced.

# Makes the build image of the base image, or of this machine's files where that cannot be pulled.
build_build_image() {
  local base=$KUBE_BUILD_BASE_IMAGE problem=
  if [ "$base" = local ] || ! problem=$(pull_image "$base"); then
    [ "$base" = local ] || info "$base cannot be pulled ($problem): putting a base image together of this machine's files"
    base=$local_base
    mkdir -p _output/images
    run_ts hack/lib/release/assemble-base.ts "$base" _output/images/build-base.tar
    docker load -q -i _output/images/build-base.tar >/dev/null
  fi
  docker build -q -t "$build_image" --build-arg "BASE=$base" hack/lib/release/build-image >/dev/null
  KUBE_BUILD_BASE_USED="$base@$(docker image inspect --format '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$base" | sed 's/.*@//')"
  export KUBE_BUILD_BASE_USED
}

# Pulls an image unless Docker has it; prints why it cannot.
pull_image() {
  docker image inspect "$1" >/dev/null 2>&1 && return 0
  local status=0 output
  output=$(timeout 120 docker pull -q "$1" 2>&1) || status=$?
  if [ "$status" = 124 ]; then output='no answer within two minutes'; fi
  tail -n 1 <<< "$output"
  return "$status"
}
