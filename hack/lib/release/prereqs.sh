# What must be there before a release can be built; sourced.

# Checks everything and says what to do about the first thing that is missing.
verify_prereqs() {
  [ "$(uname -s)" = Linux ] || die "release builds run on Linux, not on $(uname -s): use a virtual machine"
  local program
  for program in git node npm tar cksum; do
    command -v "$program" >/dev/null || die "$program is not on the PATH: install it"
  done
  git rev-parse --verify -q HEAD >/dev/null || die "$PWD is not a git checkout: build information comes from its commit"
  node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' || die "Node 20 or newer is needed to set up, not $(node --version)"
  command -v docker >/dev/null || die "docker is not on the PATH: install it (on Debian: hack/install-node-deps.sh --tests)"
  node -e 'import("./hack/lib/set-up.mjs").then((setUp) => setUp.ensureInstalled())'
  verify_docker_answers
  [ -n "$KUBE_BUILD_PLATFORMS" ] || KUBE_BUILD_PLATFORMS=$(run_ts hack/lib/release/default-platforms.ts "$KUBE_FASTBUILD")
}

# Where no Docker daemon runs and this is root, one is started for the time of the build.
verify_docker_answers() {
  local problem
  problem=$(docker version --format '{{.Server.Version}}' 2>&1 >/dev/null) && return 0
  [ -z "${KUBE_RELEASE_WITH_DOCKER:-}" ] || die "docker does not answer: $problem"
  if [ -n "${DOCKER_HOST:-}" ] || [ "$(id -u)" != 0 ] || ! command -v dockerd >/dev/null; then
    die "docker does not answer: $problem. Start its daemon, or point DOCKER_HOST at one"
  fi
  info "no Docker daemon runs: starting one for the time of the build"
  KUBE_RELEASE_WITH_DOCKER=1 exec node_modules/.bin/node --import tsx --conditions=@kubescript/source \
    hack/lib/release/with-docker.ts hack/release.sh
}

# Build information, the same for every file of the release.
read_git_facts() {
  KUBE_GIT_COMMIT=$(git rev-parse HEAD)
  KUBE_GIT_TREE_STATE=clean
  [ -z "$(git status --porcelain)" ] || KUBE_GIT_TREE_STATE=dirty
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export KUBE_GIT_COMMIT KUBE_GIT_TREE_STATE SOURCE_DATE_EPOCH
}
