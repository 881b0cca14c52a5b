import type { Service, ServicePort } from '@kubescript/api/core/v1';
import { type LabelSelector, parseIntOrString } from '@kubescript/apimachinery';
import { Builder, type Info, textFlag } from '@kubescript/cli-runtime';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { type DryRun, dryRunFlag, filenameFlags, outputFlags } from '../../util/common-flags.ts';
import { createObject } from '../../util/create-object.ts';
import { forEach } from '../../util/each.ts';
import { infoOfGenerated } from '../../util/generated-command.ts';
import { printResult, type ResultOptions, resultOptions } from '../../util/print-result.ts';

interface ExposeOptions {
  readonly selection: Parameters<Builder['resolve']>[0];
  readonly name: string;
  readonly port: string;
  readonly targetPort: string;
  readonly protocol: string;
  readonly type: string;
  readonly selector: string;
  readonly labels: string;
  readonly clusterIp: string;
  readonly externalIp: string;
  readonly sessionAffinity: string;
  readonly dryRun: DryRun;
  readonly result: ResultOptions;
}

/** Makes a service for the pods of a workload. */
export const exposeCommand = defineCommand({
  name: 'expose',
  summary: 'Expose a resource as a new Kubernetes service.',
  usage:
    '(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--type=type]',
  examples: 'kubectl expose deployment web --port=80 --target-port=8000',
  flags: {
    ...filenameFlags,
    ...outputFlags,
    ...dryRunFlag,
    name: textFlag('The name for the newly created object.'),
    port: textFlag('The port that the service should serve on.'),
    'target-port': textFlag('Name or number for the port on the container that the service should direct traffic to.'),
    protocol: textFlag('The network protocol for the service to be created.'),
    type: textFlag('Type for this service: ClusterIP, NodePort, LoadBalancer, or ExternalName.'),
    selector: textFlag('A label selector to use for this service.'),
    labels: textFlag('Labels to apply to the service created by this call.', { shorthand: 'l' }),
    'cluster-ip': textFlag("ClusterIP to be assigned to the service, or 'None' for headless"),
    'external-ip': textFlag('Additional external IP address to accept for the service.'),
    'session-affinity': textFlag("If non-empty, set the session affinity: 'None', 'ClientIP'."),
  },
  async complete({ values, args }): Promise<ExposeOptions> {
    return {
      selection: { args, filenames: values.filename, recursive: values.recursive },
      name: values.name,
      port: values.port,
      targetPort: values['target-port'],
      protocol: values.protocol,
      type: values.type,
      selector: values.selector,
      labels: values.labels,
      clusterIp: values['cluster-ip'],
      externalIp: values['external-ip'],
      sessionAffinity: values['session-affinity'],
      dryRun: values['dry-run'],
      result: await resultOptions(values),
    };
  },
  async run(options, context) {
    const infos = await new Builder(context.access, context.streams).resolve(options.selection);
    await forEach(infos, (info) => exposeOne(info, options, context));
    return 0;
  },
});

async function exposeOne(info: Info, options: ExposeOptions, context: CommandContext): Promise<void> {
  const service = serviceFor(info, options);
  const target = await infoOfGenerated(service, context);
  const created = await createObject(target, { dryRun: options.dryRun, fieldManager: 'kubectl-expose' }, context);
  printResult(context, options.result, { ...target, object: created }, 'exposed');
}

function serviceFor(info: Info, options: ExposeOptions): Service {
  const selector = options.selector === '' ? podLabelsOf(info) : parseLabels(options.selector);
  const labels = options.labels === '' ? info.object?.metadata.labels : parseLabels(options.labels);
  const ports = options.port === '' ? portsOf(info, options) : portsFromFlag(options);
  if (ports.length === 0 && options.clusterIp !== 'None') {
    throw new Error("couldn't find port via --port flag or introspection");
  }
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: options.name === '' ? info.name : options.name, ...(labels === undefined ? {} : { labels }) },
    spec: {
      selector,
      ports,
      ...(options.type === '' ? {} : { type: options.type }),
      ...(options.clusterIp === '' ? {} : { clusterIP: options.clusterIp }),
      ...(options.externalIp === '' ? {} : { externalIPs: [options.externalIp] }),
      ...(options.sessionAffinity === '' ? {} : { sessionAffinity: options.sessionAffinity }),
    },
    status: { loadBalancer: {} },
  };
}

function portsFromFlag(options: ExposeOptions): ServicePort[] {
  const texts = options.port.split(',');
  return texts.map((text, i) => {
    const port = Number(text);
    if (!/^\d+$/.test(text)) throw new Error(`strconv.Atoi: parsing "${text}": invalid syntax`);
    return {
      ...(texts.length > 1 ? { name: `port-${String(i + 1)}` } : {}),
      port,
      protocol: options.protocol === '' ? 'TCP' : options.protocol,
      targetPort: options.targetPort === '' ? port : parseIntOrString(options.targetPort),
    };
  });
}

interface Exposable {
  readonly selector?: unknown;
  readonly template?: { readonly spec?: PodLike };
}

interface PodLike {
  readonly containers?: readonly {
    readonly ports?: readonly { readonly containerPort: number; readonly protocol?: string }[];
  }[];
}

function portsOf(info: Info, options: ExposeOptions): ServicePort[] {
  const spec = (info.object?.['spec'] ?? {}) as Exposable & PodLike & { readonly ports?: readonly ServicePort[] };
  if (info.resource.kind === 'Service') return [...(spec.ports ?? [])];
  const pod = info.resource.kind === 'Pod' ? spec : (spec.template?.spec ?? {});
  const found = (pod.containers ?? []).flatMap((container) => container.ports ?? []);
  return found.map(({ containerPort, protocol }, i) => ({
    ...(found.length > 1 ? { name: `port-${String(i + 1)}` } : {}),
    port: containerPort,
    protocol: options.protocol === '' ? (protocol ?? 'TCP') : options.protocol,
    targetPort: options.targetPort === '' ? containerPort : parseIntOrString(options.targetPort),
  }));
}

function podLabelsOf(info: Info): Record<string, string> {
  const spec = (info.object?.['spec'] ?? {}) as Exposable;
  switch (info.resource.kind) {
    case 'Pod': {
      const labels = info.object?.metadata.labels ?? {};
      if (Object.keys(labels).length === 0) {
        throw new Error(
          `couldn't retrieve selectors via --selector flag or introspection: the pod has no labels and cannot be exposed`,
        );
      }
      return labels;
    }
    case 'Service':
    case 'ReplicationController':
      return { ...(spec.selector as Readonly<Record<string, string>>) };
    case 'Deployment':
    case 'ReplicaSet': {
      const { matchLabels = {}, matchExpressions = [] } = spec.selector as LabelSelector;
      if (matchExpressions.length > 0) {
        throw new Error(
          `couldn't convert expressions - "${JSON.stringify(matchExpressions)}" to map-based selector format`,
        );
      }
      return matchLabels;
    }
    default:
      throw new Error(`cannot expose a ${info.resource.kind}.${info.resource.group}`);
  }
}

function parseLabels(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new Error(`unexpected label spec: ${pair}`);
    return [pair.slice(0, equals), pair.slice(equals + 1)] as const;
  });
  return Object.fromEntries(pairs);
}
