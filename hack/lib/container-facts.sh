#!/bin/sh
# Prints what the results of `nx test:containers` depend on besides files: the Docker daemon and the programs of this
# machine that images are made of.
docker version --format '{{.Server.Version}}' 2>/dev/null || dockerd --version 2>/dev/null || echo 'no Docker'
for program in etcd containerd runc nft; do
  command -v "$program" && "$program" --version 2>/dev/null
done
exit 0
