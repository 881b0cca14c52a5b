import type { Container, EnvVar, PodTemplateSpec, Volume } from '@kubescript/api/core/v1';
import { type DeepReadonly, isJsonObject } from '@kubescript/apimachinery';

import { DescribeWriter, formatMap, formatMapLines } from './writer.ts';

/** The `Pod Template:` part of a description. */
export function describePodTemplate(template: DeepReadonly<PodTemplateSpec>): string {
  const writer = new DescribeWriter();
  writePodTemplate(writer, template);
  return writer.toString();
}

/** Writes a pod template as part of a longer description. */
export function writePodTemplate(writer: DescribeWriter, template: DeepReadonly<PodTemplateSpec>): void {
  writer.line(0, 'Pod Template:');
  writer.lines(1, 'Labels:', formatMapLines(template.metadata?.labels));
  if (Object.keys(template.metadata?.annotations ?? {}).length > 0) {
    writer.lines(1, 'Annotations:', formatMapLines(template.metadata?.annotations, ': '));
  }
  const spec = template.spec;
  if (spec?.serviceAccountName !== undefined && spec.serviceAccountName !== '') {
    writer.field(1, 'Service Account:', spec.serviceAccountName);
  }
  if ((spec?.initContainers ?? []).length > 0)
    writeContainers(writer, 1, 'Init Containers', spec?.initContainers ?? []);
  writeContainers(writer, 1, 'Containers', spec?.containers ?? []);
  writeVolumes(writer, 1, spec?.volumes ?? []);
  writer.field(1, 'Node-Selectors:', formatMap(spec?.nodeSelector));
  writer.field(1, 'Tolerations:', formatTolerations(spec?.tolerations));
}

/** What is known of a container beside its spec. */
export interface ContainerExtras {
  readonly identity?: (name: string) => { readonly containerId: string; readonly imageId: string };
  /** Writes the state of the container. */
  readonly state?: (name: string) => void;
}

/** Writes containers as their spec has them; `extra` adds lines about their state. */
export function writeContainers(
  writer: DescribeWriter,
  level: number,
  title: string,
  containers: readonly DeepReadonly<Container>[],
  extra: ContainerExtras = {},
): void {
  if (containers.length === 0) writer.field(level, `${title}:`, '<none>');
  else writer.line(level, `${title}:`);
  for (const container of containers) {
    writer.line(level, level === 0 ? `  ${container.name}:` : ` ${container.name}:`);
    writeContainer(writer, level === 0 ? 2 : level + 1, container, extra);
  }
}

function writeContainer(
  writer: DescribeWriter,
  level: number,
  container: DeepReadonly<Container>,
  { identity, state }: ContainerExtras,
): void {
  const known = identity?.(container.name);
  if (known !== undefined) writer.field(level, 'Container ID:', known.containerId);
  writer.field(level, 'Image:', container.image ?? '');
  if (known !== undefined) writer.field(level, 'Image ID:', known.imageId);
  const ports = (container.ports ?? []).map(
    (port) =>
      `${String(port.containerPort)}/${port.protocol ?? 'TCP'}${port.name === undefined ? '' : ` (${port.name})`}`,
  );
  const hostPorts = (container.ports ?? []).map(
    (port) =>
      `${String(port.hostPort ?? 0)}/${port.protocol ?? 'TCP'}${port.name === undefined ? '' : ` (${port.name})`}`,
  );
  writer.field(level, ports.length > 1 ? 'Ports:' : 'Port:', ports.length === 0 ? '<none>' : ports.join(', '));
  writer.field(
    level,
    ports.length > 1 ? 'Host Ports:' : 'Host Port:',
    hostPorts.length === 0 ? '<none>' : hostPorts.join(', '),
  );
  writeWords(writer, level, 'Command:', container.command);
  writeWords(writer, level, 'Args:', container.args);
  state?.(container.name);
  writeResources(writer, level, 'Limits:', container.resources?.limits);
  writeResources(writer, level, 'Requests:', container.resources?.requests);
  for (const [name, probe] of [
    ['Liveness:', container.livenessProbe],
    ['Readiness:', container.readinessProbe],
    ['Startup:', container.startupProbe],
  ] as const) {
    if (probe !== undefined) writer.field(level, name, describeProbe(probe));
  }
  writeEnvironment(writer, level, container);
  const mounts = container.volumeMounts ?? [];
  if (mounts.length === 0) writer.field(level, 'Mounts:', '<none>');
  else writer.line(level, 'Mounts:');
  for (const mount of mounts) {
    writer.line(
      level + 1,
      `${mount.mountPath} from ${mount.name} (${mount.readOnly === true ? 'ro' : 'rw'}${mount.subPath === undefined ? '' : `,path="${mount.subPath}"`})`,
    );
  }
}

function writeWords(writer: DescribeWriter, level: number, title: string, words: readonly string[] | undefined): void {
  if (words === undefined || words.length === 0) return;
  writer.line(level, title);
  for (const word of words) writer.line(level + 1, word);
}

function writeResources(
  writer: DescribeWriter,
  level: number,
  title: string,
  list: Readonly<Record<string, string>> | undefined,
): void {
  const entries = Object.entries(list ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return;
  writer.line(level, title);
  for (const [name, quantity] of entries) writer.field(level + 1, `${name}:`, quantity);
}

interface ProbeLike {
  readonly httpGet?: {
    readonly scheme?: string;
    readonly host?: string;
    readonly port: number | string;
    readonly path?: string;
  };
  readonly tcpSocket?: { readonly host?: string; readonly port: number | string };
  readonly exec?: { readonly command?: readonly string[] };
  readonly grpc?: { readonly port: number; readonly service?: string };
  readonly initialDelaySeconds?: number;
  readonly timeoutSeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

function describeProbe(probe: ProbeLike): string {
  const seconds = (value: number | undefined): string => `${String(value ?? 0)}s`;
  const attributes = `delay=${seconds(probe.initialDelaySeconds)} timeout=${seconds(probe.timeoutSeconds)} period=${seconds(probe.periodSeconds)} #success=${String(probe.successThreshold ?? 0)} #failure=${String(probe.failureThreshold ?? 0)}`;
  if (probe.exec !== undefined) return `exec [${(probe.exec.command ?? []).join(' ')}] ${attributes}`;
  if (probe.httpGet !== undefined) {
    const { scheme = 'HTTP', host = '', port, path = '' } = probe.httpGet;
    return `http-get ${scheme.toLowerCase()}://${host}:${String(port)}${path} ${attributes}`;
  }
  if (probe.tcpSocket !== undefined)
    return `tcp-socket ${probe.tcpSocket.host ?? ''}:${String(probe.tcpSocket.port)} ${attributes}`;
  if (probe.grpc !== undefined)
    return `grpc <pod>:${String(probe.grpc.port)} ${probe.grpc.service ?? ''} ${attributes}`;
  return `unknown ${attributes}`;
}

function writeEnvironment(writer: DescribeWriter, level: number, container: DeepReadonly<Container>): void {
  const sources = container.envFrom ?? [];
  if (sources.length > 0) {
    writer.line(level, 'Environment Variables from:');
    for (const source of sources) {
      const [name = '', kind] =
        source.configMapRef === undefined
          ? [source.secretRef?.name, 'Secret']
          : [source.configMapRef.name, 'ConfigMap'];
      writer.field(level + 1, name, `${kind}  Optional: false`);
    }
  }
  const variables = container.env ?? [];
  if (variables.length === 0) writer.field(level, 'Environment:', '<none>');
  else writer.line(level, 'Environment:');
  for (const variable of variables) writer.field(level + 1, `${variable.name}:`, valueOf(variable));
}

function valueOf({ value, valueFrom }: DeepReadonly<EnvVar>): string {
  if (valueFrom?.fieldRef !== undefined)
    return ` (${valueFrom.fieldRef.apiVersion ?? 'v1'}:${valueFrom.fieldRef.fieldPath})`;
  if (valueFrom?.resourceFieldRef !== undefined) {
    const { resource, containerName = '' } = valueFrom.resourceFieldRef;
    return `${containerName === '' ? '' : `${containerName} `}(${resource})`;
  }
  const secret = valueFrom?.secretKeyRef;
  if (secret !== undefined)
    return `<set to the key '${secret.key}' in secret '${secret.name ?? ''}'>  Optional: ${String(secret.optional ?? false)}`;
  const map = valueFrom?.configMapKeyRef;
  if (map !== undefined)
    return `<set to the key '${map.key}' of config map '${map.name ?? ''}'>  Optional: ${String(map.optional ?? false)}`;
  return value ?? '';
}

/** Writes volumes with what they are made of. */
export function writeVolumes(writer: DescribeWriter, level: number, volumes: readonly DeepReadonly<Volume>[]): void {
  if (volumes.length === 0) writer.field(level, 'Volumes:', '<none>');
  else writer.line(level, 'Volumes:');
  for (const { name, ...source } of volumes) {
    writer.line(level, level === 0 ? `  ${name}:` : ` ${name}:`);
    const [kind = '', value] = Object.entries(source)[0] ?? [];
    const inside = level === 0 ? 2 : level + 1;
    writer.field(inside, 'Type:', volumeTitles[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1));
    if (isJsonObject(value)) writeVolumeSource(writer, inside, value);
  }
}

function writeVolumeSource(writer: DescribeWriter, level: number, source: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(source)) {
    if (typeof value === 'object' && value !== null) continue;
    const title = key.charAt(0).toUpperCase() + key.slice(1);
    writer.field(level, `${title}:`, String(value));
  }
}

const volumeTitles: Readonly<Record<string, string>> = {
  emptyDir: "EmptyDir (a temporary directory that shares a pod's lifetime)",
  hostPath: 'HostPath (bare host directory volume)',
  secret: 'Secret (a volume populated by a Secret)',
  configMap: 'ConfigMap (a volume populated by a ConfigMap)',
  projected: 'Projected (a volume that contains injected data from multiple sources)',
  persistentVolumeClaim: 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
  downwardAPI: 'DownwardAPI (a volume populated by information about the pod)',
};

interface TolerationLike {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

/** Tolerations, one a line after the first. */
export function formatTolerations(tolerations: readonly TolerationLike[] | undefined): string {
  if (tolerations === undefined || tolerations.length === 0) return '<none>';
  const texts = tolerations.map(({ key = '', operator = '', value = '', effect = '', tolerationSeconds }) => {
    let text = key + (value === '' ? '' : `=${value}`) + (effect === '' ? '' : `:${effect}`);
    if (operator === 'Exists' && value === '') text += key !== '' || effect !== '' ? ' op=Exists' : 'op=Exists';
    return tolerationSeconds === undefined ? text : `${text} for ${String(tolerationSeconds)}s`;
  });
  return texts.sort().join('\n');
}
