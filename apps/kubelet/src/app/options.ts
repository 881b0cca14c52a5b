import { hostname } from 'node:os';

import type { Transport } from '@kubescript/client';
import {
  boolFlag,
  FlagGroup,
  intFlag,
  listFlag,
  loggingFlags,
  mapFlag,
  readConfigFile,
  stringFlag,
  type LoggingOptions,
} from '@kubescript/component-base';
import type { Command } from 'commander';

import { kubeletConfigType, type KubeletConfiguration } from './kubelet-configuration.ts';
import { validateKubelet } from './validate.ts';

/** The kubelet's own flags. */
export interface KubeletFlags {
  readonly config: string;
  readonly kubeconfig: string;
  readonly hostnameOverride: string;
  readonly nodeIp: string;
  readonly containerRuntimeEndpoint: string;
  readonly rootDir: string;
  readonly podLogsDir: string;
  readonly address: string;
  readonly port: number;
  readonly tlsCertFile: string;
  readonly tlsPrivateKeyFile: string;
  readonly clientCaFile: string;
  readonly clusterDns: readonly string[];
  readonly clusterDomain: string;
  readonly resolvConf: string;
  readonly cgroupRoot: string;
  readonly registerNode: boolean;
  readonly registerSchedulable: boolean;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly registerWithTaints: readonly string[];
  readonly maxPods: number;
  readonly podCidr: string;
  readonly providerId: string;
  readonly containerLogMaxSize: string;
  readonly containerLogMaxFiles: number;
  readonly imageGcHighThreshold: number;
  readonly imageGcLowThreshold: number;
}

const flags = {
  kubelet: new FlagGroup<KubeletFlags>('Kubelet', {
    config: stringFlag('', 'file of kind KubeletConfiguration'),
    kubeconfig: stringFlag('', 'kubeconfig file with the address of the API server and the credentials of the node'),
    hostnameOverride: stringFlag('', 'name of the node, in place of the host name'),
    nodeIp: stringFlag('', 'address of the node, or two of different families with a comma between'),
    containerRuntimeEndpoint: stringFlag('unix:///run/containerd/containerd.sock', 'endpoint of the container runtime'),
    rootDir: stringFlag('/var/lib/kubelet', 'directory for the files of the kubelet (volumes and the like)'),
    podLogsDir: stringFlag(
      '',
      'directory for the logs of containers; /var/log/pods, or below --root-dir if that is given',
    ),
    address: stringFlag('0.0.0.0', 'IP address to serve on'),
    port: intFlag(10250, 'port to serve on; 0 picks a free one'),
    tlsCertFile: stringFlag('', 'file with the serving certificate (PEM)'),
    tlsPrivateKeyFile: stringFlag('', 'file with the private key of --tls-cert-file (PEM)'),
    clientCaFile: stringFlag('', 'file with the CA that signs the certificates of callers'),
    clusterDns: listFlag([], 'DNS servers for pods with dnsPolicy ClusterFirst'),
    clusterDomain: stringFlag('cluster.local', 'domain that pods search besides those of the host'),
    resolvConf: stringFlag('/etc/resolv.conf', 'file with the DNS settings that pods start from'),
    cgroupRoot: stringFlag('', 'cgroup for the pods; one of its own for each --root-dir if empty'),
    registerNode: boolFlag(true, 'register the node with the API server'),
    registerSchedulable: boolFlag(true, 'register the node as schedulable'),
    nodeLabels: mapFlag({}, 'labels to register the node with'),
    registerWithTaints: listFlag([], 'taints to register the node with, each as key=value:effect'),
    maxPods: intFlag(110, 'number of pods that may run on the node'),
    podCidr: stringFlag('', 'CIDRs of the pods to register the node with, where no controller allocates them'),
    providerId: stringFlag('', 'name of the machine at a cloud provider'),
    containerLogMaxSize: stringFlag('10Mi', 'size at which the log of a container is rotated'),
    containerLogMaxFiles: intFlag(5, 'number of log files that are kept of a container'),
    imageGcHighThreshold: intFlag(85, 'percent of disk use at which unused images are removed'),
    imageGcLowThreshold: intFlag(80, 'percent of disk use down to which unused images are removed'),
  }),
  logging: loggingFlags(),
};

/** What the user typed. */
export interface KubeletOptions {
  readonly kubelet: Partial<KubeletFlags>;
  readonly logging: Partial<LoggingOptions>;
  /** Used in place of a kubeconfig by whoever runs the kubelet inside of a larger program. */
  readonly transport?: Transport;
}

declare const completed: unique symbol;

/** Options with defaults and the configuration file applied; made by `completeOptions` alone. */
export interface CompletedKubeletOptions {
  readonly [completed]: true;
  readonly kubelet: KubeletFlags;
  readonly logging: LoggingOptions;
  readonly nodeName: string;
  readonly transport?: Transport;
}

/** Declares the flags of the kubelet. */
export function addFlags(cmd: Command): void {
  for (const group of Object.values(flags)) group.addFlags(cmd);
}

/** The flags that were typed. */
export function typedOptions(cmd: Command): KubeletOptions {
  return { kubelet: flags.kubelet.typed(cmd), logging: flags.logging.typed(cmd) };
}

/** Reads the configuration file and lays the typed flags over it. */
export async function completeOptions(options: KubeletOptions): Promise<CompletedKubeletOptions> {
  const path = options.kubelet.config ?? '';
  const file = path === '' ? {} : await readConfigFile(path, kubeletConfigType);
  const kubelet = flags.kubelet.complete(fromFile(file), options.kubelet);
  const values = {
    kubelet,
    logging: flags.logging.complete(options.logging),
    nodeName: (kubelet.hostnameOverride === '' ? hostname() : kubelet.hostnameOverride).trim().toLowerCase(),
  };
  const transport = options.transport === undefined ? {} : { transport: options.transport };
  return { ...values, ...transport } as CompletedKubeletOptions;
}

/** All problems of the options. */
export function validateOptions(options: CompletedKubeletOptions): readonly Error[] {
  const problems = validateKubelet(options.kubelet, options.nodeName);
  if (options.transport === undefined && options.kubelet.kubeconfig === '') {
    problems.push(new Error('--kubeconfig: required'));
  }
  return problems;
}

function fromFile(file: KubeletConfiguration): Partial<KubeletFlags> {
  const values: { readonly [K in keyof KubeletFlags]?: KubeletFlags[K] | undefined } = {
    address: file.address,
    port: file.port,
    tlsCertFile: file.tlsCertFile,
    tlsPrivateKeyFile: file.tlsPrivateKeyFile,
    clientCaFile: file.authentication?.x509?.clientCAFile,
    clusterDns: file.clusterDNS,
    clusterDomain: file.clusterDomain,
    resolvConf: file.resolvConf,
    cgroupRoot: file.cgroupRoot,
    containerRuntimeEndpoint: file.containerRuntimeEndpoint,
    registerNode: file.registerNode,
    registerWithTaints: file.registerWithTaints?.map(
      ({ key = '', value = '', effect = '' }) => `${key}=${value}:${effect}`,
    ),
    maxPods: file.maxPods,
    podCidr: file.podCIDR,
    podLogsDir: file.podLogsDir,
    providerId: file.providerID,
    containerLogMaxSize: file.containerLogMaxSize,
    containerLogMaxFiles: file.containerLogMaxFiles,
    imageGcHighThreshold: file.imageGCHighThresholdPercent,
    imageGcLowThreshold: file.imageGCLowThresholdPercent,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
