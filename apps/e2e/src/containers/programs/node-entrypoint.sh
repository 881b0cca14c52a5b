#!/bin/sh
# Makes a container a node: containerd with its images, then kubelet and kube-proxy with the credentials in
# /etc/kubernetes. Ends when it is told to, or when kubelet does.
set -eu

export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
readonly socket=/var/lib/containerd/containerd.sock

# Containers must see mounts of volumes, and need settings of the kernel and groups of processes of their own. By its
# path, as a shell of busybox prefers its own mount.
/usr/bin/mount --make-rshared /
for mounted in /proc/sys /sys /sys/fs/cgroup /sys/fs/cgroup/*; do
  if [ ! -L "$mounted" ] && mountpoint -q "$mounted"; then /usr/bin/mount -o remount,bind,rw "$mounted"; fi
done
echo 1 > /proc/sys/net/ipv4/ip_forward

mkdir -p /run /var/log /var/lib/containerd/cni
cp /etc/containerd/cni.conflist /var/lib/containerd/cni/10-kubescript.conflist
containerd --config /etc/containerd/config.toml &
until ctr -a $socket version > /dev/null 2>&1; do sleep 0.1; done
for image in /images/*.tar; do ctr -a $socket -n k8s.io images import "$image"; done

kube-proxy --kubeconfig=/etc/kubernetes/kube-proxy.conf --cluster-cidr="$POD_CIDR" &
kubelet --kubeconfig=/etc/kubernetes/kubelet.conf --container-runtime-endpoint=unix://$socket \
  --client-ca-file=/etc/kubernetes/ca.crt --pod-cidr="$POD_CIDR" &
trap 'kill -TERM $!' TERM INT
echo 'node-entrypoint: started'
wait $!
