#!/bin/sh
# Makes a container a node: containerd with its images, then kubelet and kube-proxy with the credentials in /etc/kubernetes.
# Ends when one of them does.
set -eu

export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root

# Mounts of volumes must be seen by containers, and pods need settings of the kernel.
mount --make-rshared /
mount -o remount,rw /proc/sys || true
mount -o remount,rw /sys || true
mkdir -p /run /etc/containerd/cni /var/lib/containerd/cni /var/lib/kubelet /var/log
echo 1 > /proc/sys/net/ipv4/ip_forward
cp /etc/containerd/cni.conflist /var/lib/containerd/cni/10-kubescript.conflist

containerd --config /etc/containerd/config.toml &
socket=/var/lib/containerd/containerd.sock
until ctr -a $socket version > /dev/null 2>&1; do sleep 0.1; done
for image in /images/*.tar; do ctr -a $socket -n k8s.io images import "$image"; done

kubelet --kubeconfig=/etc/kubernetes/kubelet.conf --container-runtime-endpoint=unix://$socket \
  --client-ca-file=/etc/kubernetes/ca.crt --pod-cidr="$POD_CIDR" &
kube-proxy --kubeconfig=/etc/kubernetes/kube-proxy.conf --cluster-cidr="$POD_CIDR" &
trap 'kill 0' TERM INT
wait -n
