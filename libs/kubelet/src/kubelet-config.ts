import type { Taint } from '@kubescript/api/core/v1';
import type { Clock } from '@kubescript/apimachinery';
import type { Client } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import type { EventSink } from './events/event-sink.ts';
import type { ContainerRuntime } from './runtime/container-runtime.ts';

/** Everything that a kubelet is made from. */
export interface KubeletConfig {
  readonly client: Client;
  readonly runtime: ContainerRuntime;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly nodeName: string;
  /** Addresses of the node; empty = the address of the default route. */
  readonly nodeIps: readonly string[];
  readonly rootDir: string;
  readonly podLogsDir: string;
  readonly clusterDns: readonly string[];
  readonly clusterDomain: string;
  readonly resolvConf: string;
  /** Parent of the pods' cgroups; '' makes none. */
  readonly cgroupRoot: string;
  readonly registerNode: boolean;
  readonly registerSchedulable: boolean;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly registerWithTaints: readonly Taint[];
  /** CIDRs to register the node with, where nobody else allocates them. */
  readonly podCidrs: readonly string[];
  readonly providerId: string;
  readonly maxPods: number;
  /** Port of the kubelet's server, told to the API server. */
  readonly port: number;
  readonly seccompRoot: string;
  readonly nodeLeaseSeconds: number;
  readonly containerLogMaxBytes: number;
  readonly containerLogMaxFiles: number;
  /** Percent of the image file system's use at which unused images are removed, and to which. */
  readonly imageGcHighPercent: number;
  readonly imageGcLowPercent: number;
}
