/** What the kubelet knows of its node when it makes pods. */
export interface NodeSettings {
  readonly nodeName: string;
  readonly nodeIps: readonly string[];
  readonly rootDir: string;
  readonly podLogsDir: string;
  readonly clusterDns: readonly string[];
  readonly clusterDomain: string;
  readonly resolvConf: string;
  /** Parent of the pods' cgroups, e.g. `/kubepods`; '' makes no cgroups of pods. */
  readonly cgroupRoot: string;
  /** Bytes of memory of the node. */
  readonly memoryCapacity: number;
  readonly allocatable: Readonly<Record<string, string>>;
  /** Where seccomp profiles of type Localhost are. */
  readonly seccompRoot: string;
}
