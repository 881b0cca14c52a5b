import type { Taint } from '@kubescript/api/core/v1';
import { realClock } from '@kubescript/apimachinery';
import { ClientSet, EventRecorder } from '@kubescript/client';
import type { Transport } from '@kubescript/client';
import { MetricsRegistry, addProcessMetrics, newLogger, servingCertificate } from '@kubescript/component-base';
import type { Logger } from '@kubescript/component-base';
import type { ObjectReference } from '@kubescript/api/core/v1';

import { podsCgroup } from './clean-up.ts';
import type { EventSink } from './events/event-sink.ts';
import type { KubeletConfig } from './kubelet-config.ts';
import { Kubelet } from './kubelet.ts';
import { defaultNodeIp } from './nodestatus/machine-info.ts';
import { openRuntime } from './runtime/open-runtime.ts';
import { RequestAuthorizer } from './server/authorize.ts';
import { KubeletServer } from './server/kubelet-server.ts';

/** What a kubelet needs to run. Only the first four have no default. */
export interface KubeletRun {
  /** The way to the API server, with the identity of the node. The caller disposes it. */
  readonly transport: Transport;
  readonly nodeName: string;
  /** `unix:///run/containerd/containerd.sock`. */
  readonly containerRuntimeEndpoint: string;
  readonly rootDir: string;
  /** Default: `/var/log/pods` for upstream's root directory, else below the root directory. */
  readonly podLogsDir?: string;
  readonly nodeIps?: readonly string[];
  readonly address?: string;
  /** Port of the kubelet's server; 0 (the default) picks a free one. */
  readonly port?: number;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  /** PEM of the authority whose client certificates may call the kubelet. */
  readonly clientCa?: string;
  readonly clusterDns?: readonly string[];
  readonly clusterDomain?: string;
  readonly resolvConf?: string;
  readonly cgroupRoot?: string;
  readonly registerNode?: boolean;
  readonly registerSchedulable?: boolean;
  readonly nodeLabels?: Readonly<Record<string, string>>;
  readonly registerWithTaints?: readonly Taint[];
  readonly podCidrs?: readonly string[];
  readonly providerId?: string;
  readonly maxPods?: number;
  readonly containerLogMaxBytes?: number;
  readonly containerLogMaxFiles?: number;
  readonly imageGcHighPercent?: number;
  readonly imageGcLowPercent?: number;
  readonly logger?: Logger;
}

/**
 * Runs a kubelet until the signal. Rejects if its port is taken. Containers go on running after it; the next kubelet
 * with the same root directory finds them.
 */
export async function runKubelet(run: KubeletRun, signal: AbortSignal): Promise<void> {
  const logger = run.logger ?? newLogger('kubelet');
  const metrics = new MetricsRegistry();
  addProcessMetrics(metrics);
  const nodeIps = run.nodeIps !== undefined && run.nodeIps.length > 0 ? run.nodeIps : [await defaultNodeIp()];
  await using runtime = openRuntime(run.containerRuntimeEndpoint, { clock: realClock, rootDir: run.rootDir });
  await using server = await KubeletServer.listen({
    address: run.address ?? '0.0.0.0',
    port: run.port ?? 0,
    tls: await servingCertificate({
      tlsCertFile: run.tlsCertFile ?? '',
      tlsPrivateKeyFile: run.tlsPrivateKeyFile ?? '',
      hosts: [run.nodeName, ...nodeIps],
    }),
    clientCa: run.clientCa,
    metrics,
  });
  const client = new ClientSet(run.transport);
  const recorder = new EventRecorder({
    ...{ client, component: 'kubelet', host: run.nodeName },
    onError: (err) => {
      logger.debug('an event could not be written', { err });
    },
  });
  const config: KubeletConfig = {
    ...{ client, runtime, logger, clock: realClock, events: eventSink(recorder), nodeIps },
    ...settingsOf(run),
    port: server.port,
  };
  const kubelet = await Kubelet.create(config);
  if (run.containerRuntimeEndpoint === 'hollow://') {
    logger.warn('this node is hollow: its containers are faked, nothing runs', { node: run.nodeName });
  }
  server.serve(kubelet, new RequestAuthorizer(client, realClock, run.nodeName));
  metrics.gauge(
    { name: 'kubelet_running_pods', help: 'Number of pods that have a running pod sandbox' },
    () => kubelet.workers.activePods().length,
  );
  logger.info('the kubelet starts', { node: run.nodeName, port: server.port, runtime: run.containerRuntimeEndpoint });
  await kubelet.run(signal).finally(() => recorder.close());
}

function settingsOf(
  run: KubeletRun,
): Omit<KubeletConfig, 'client' | 'runtime' | 'logger' | 'clock' | 'events' | 'nodeIps' | 'port'> {
  const standard = run.rootDir === '/var/lib/kubelet';
  const isHollow = run.containerRuntimeEndpoint === 'hollow://';
  return {
    nodeName: run.nodeName,
    rootDir: run.rootDir,
    podLogsDir: run.podLogsDir ?? (standard ? '/var/log/pods' : `${run.rootDir}/pod-logs`),
    clusterDns: run.clusterDns ?? [],
    clusterDomain: run.clusterDomain ?? 'cluster.local',
    resolvConf: run.resolvConf ?? '/etc/resolv.conf',
    cgroupRoot: run.cgroupRoot ?? (isHollow ? '' : podsCgroup(run.rootDir)),
    registerNode: run.registerNode ?? true,
    registerSchedulable: run.registerSchedulable ?? true,
    nodeLabels: run.nodeLabels ?? {},
    registerWithTaints: run.registerWithTaints ?? [],
    podCidrs: run.podCidrs ?? [],
    providerId: run.providerId ?? '',
    maxPods: run.maxPods ?? 110,
    seccompRoot: `${run.rootDir}/seccomp`,
    nodeLeaseSeconds: 40,
    containerLogMaxBytes: run.containerLogMaxBytes ?? 10 * 1024 * 1024,
    containerLogMaxFiles: run.containerLogMaxFiles ?? 5,
    imageGcHighPercent: run.imageGcHighPercent ?? 85,
    imageGcLowPercent: run.imageGcLowPercent ?? 80,
  };
}

/** Pods of a watch do not always say their kind, which events need. */
function eventSink(recorder: EventRecorder): EventSink {
  return {
    event: (object, type, reason, message, container) => {
      const { name = '', namespace = '', uid = '', resourceVersion = '' } = object.metadata;
      const kind = object.kind ?? 'Pod';
      const reference: ObjectReference = {
        kind,
        apiVersion: object.apiVersion ?? 'v1',
        name,
        uid: kind === 'Node' ? name : uid,
      };
      if (namespace !== '') Object.assign(reference, { namespace, resourceVersion });
      if (container !== undefined) Object.assign(reference, { fieldPath: fieldPathOf(object, container) });
      recorder.event(reference, type, reason, message);
    },
  };
}

/** Where a container stands in its pod: `spec.initContainers{name}`. */
function fieldPathOf(object: object, container: string): string {
  const { spec = {} } = object as { readonly spec?: Readonly<Record<string, unknown>> };
  const lists = ['initContainers', 'ephemeralContainers'].filter((list) => {
    const containers = (spec[list] ?? []) as readonly { readonly name: string }[];
    return containers.some(({ name }) => name === container);
  });
  return `spec.${lists[0] ?? 'containers'}{${container}}`;
}
