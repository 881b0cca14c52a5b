# The data container keeps what the others work on; a sync container moves it in and out; sourced.

# Makes the data container: never started, it only holds the volume /build.
ensure_data_container() {
  docker rm -f -v "$data_container" "$sync_container" "$build_container" >/dev/null 2>&1 || true
  docker create --name "$data_container" -v /build "$build_image" /bin/sh >/dev/null
}

# Runs a command in a sync container.
in_sync_container() {
  docker run -i --rm --network none --name "$sync_container" --volumes-from "$data_container" "$build_image" "$@"
}

# Brings in the files that git knows or would add, the npm packages (those that a workspace has of its own as well), and
# the Nodes.
sync_to_container() {
  git ls-files -z --cached --others --exclude-standard --deduplicate |
    tar --create --null --files-from=- --ignore-failed-read --warning=no-failed-read | unpack_in_container
  # Tools keep temporary files below node_modules: tar's "changed as we read it" (1) is no failure there.
  { tar --create --exclude=node_modules/.cache --exclude='node_modules/.vite*' --exclude='_output/node-cache/*.tgz' --warning=no-file-changed \
    node_modules $(own_node_modules) _output/node-cache || [ $? = 1 ]; } | unpack_in_container
}

# Fetches what the images for Linux hold of a system: in a container of the build image, or with this machine's apt where the
# base image is one of this machine's files, which has none.
fetch_system_files() {
  local architecture
  for architecture in $(linux_architectures); do
    if [ "$KUBE_BUILD_BASE_USED" = "${KUBE_BUILD_BASE_USED#"$local_base"@}" ]; then
      docker run --rm --name "$sync_container" --volumes-from "$data_container" "$build_image" \
        sh hack/lib/release/fetch-system.sh "$architecture" "_output/system/$architecture"
    else
      sh hack/lib/release/fetch-system.sh "$architecture" "_output/system/$architecture"
      tar --create "_output/system/$architecture" | unpack_in_container
    fi
  done
}

linux_architectures() { tr , '\n' <<< "$KUBE_BUILD_PLATFORMS" | sed -n 's|^linux/||p'; }

# Workspaces that need another version of a package than the rest have it below their own folder.
own_node_modules() { find apps libs staging -mindepth 2 -maxdepth 2 -name node_modules; }

unpack_in_container() { in_sync_container tar --extract --directory /build; }

# Brings out what the build made.
copy_output() {
  rm -rf _output/dockerized
  mkdir -p _output
  in_sync_container tar --create --directory /build/_output dockerized | tar --extract --directory _output --no-same-owner
}

# Takes away the containers, their volume and the build image.
clean_up() {
  docker rm -f -v "$build_container" "$sync_container" "$data_container" >/dev/null 2>&1 || true
  docker image rm "$build_image" >/dev/null 2>&1 || true
}
