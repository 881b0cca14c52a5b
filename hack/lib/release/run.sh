# What runs in the build container; sourced.

# Runs the pinned Node on arguments in the build container, without a network: everything that goes in is known.
run_in_build_container() {
  docker run --rm --network none --name "$build_container" --volumes-from "$data_container" --workdir /build \
    -e KUBE_BUILD_PLATFORMS -e KUBE_GIT_COMMIT -e KUBE_GIT_TREE_STATE -e KUBE_GIT_VERSION -e SOURCE_DATE_EPOCH \
    "$build_image" node_modules/.bin/node "$@"
}

run_build_command() { run_in_build_container --import tsx --conditions=@kubescript/source "$@"; }

# The unit tests of all packages; whole clusters are tested outside, on the results.
run_tests() { run_in_build_container node_modules/vitest/vitest.mjs run --project '!@kubescript/app-e2e*'; }
