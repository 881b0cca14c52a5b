import type { Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Info } from '@kubescript/cli-runtime';
import { discoveryv1 } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import { writeMaps, writeName } from './metadata.ts';
import { type DescribeWriter, formatMap } from './writer.ts';

/** Writes a Service and the endpoints behind it. */
export async function describeService(writer: DescribeWriter, info: Info, { access }: CommandContext): Promise<void> {
  const { metadata, spec } = info.object as unknown as Service;
  const client = await access.client(discoveryv1.endpointslices, info.namespace);
  const slices = (await client.list({ labelSelector: `kubernetes.io/service-name=${info.name}` })).items;
  writeName(writer, metadata);
  writeMaps(writer, metadata);
  writer.field(0, 'Selector:', formatMap(spec.selector));
  writer.field(0, 'Type:', spec.type ?? '');
  if (spec.ipFamilyPolicy !== undefined) writer.field(0, 'IP Family Policy:', spec.ipFamilyPolicy);
  writer.field(0, 'IP Families:', (spec.ipFamilies ?? []).join(',') || '<none>');
  writer.field(0, 'IP:', spec.clusterIP ?? '');
  writer.field(0, 'IPs:', (spec.clusterIPs ?? []).join(',') || '<none>');
  if ((spec.externalIPs ?? []).length > 0) writer.field(0, 'External IPs:', (spec.externalIPs ?? []).join(','));
  if (spec.externalName !== undefined) writer.field(0, 'External Name:', spec.externalName);
  for (const port of spec.ports ?? []) {
    const name = port.name ?? '<unset>';
    const protocol = port.protocol ?? 'TCP';
    writer.field(0, 'Port:', `${name}  ${String(port.port)}/${protocol}`);
    writer.field(0, 'TargetPort:', `${String(port.targetPort ?? port.port)}/${protocol}`);
    if (port.nodePort !== undefined) writer.field(0, 'NodePort:', `${name}  ${String(port.nodePort)}/${protocol}`);
    writer.field(0, 'Endpoints:', formatEndpoints(slices, port.name ?? ''));
  }
  writer.field(0, 'Session Affinity:', spec.sessionAffinity ?? '');
  if (spec.externalTrafficPolicy !== undefined) writer.field(0, 'External Traffic Policy:', spec.externalTrafficPolicy);
  if (spec.internalTrafficPolicy !== undefined) writer.field(0, 'Internal Traffic Policy:', spec.internalTrafficPolicy);
}

function formatEndpoints(slices: readonly DeepReadonly<EndpointSlice>[], portName: string): string {
  const addresses = slices.flatMap((slice) => {
    const ports = (slice.ports ?? []).filter((port) => (port.name ?? '') === portName);
    const ready = (slice.endpoints ?? []).filter((endpoint) => endpoint.conditions?.ready !== false);
    return ports.flatMap(({ port }) =>
      ready.flatMap((endpoint) => endpoint.addresses.map((ip) => formatAddress(ip, port))),
    );
  });
  if (addresses.length === 0) return '';
  const shown = addresses.slice(0, 3).join(',');
  return addresses.length > 3 ? `${shown} + ${String(addresses.length - 3)} more...` : shown;
}

function formatAddress(ip: string, port: number | undefined): string {
  return `${ip.includes(':') ? `[${ip}]` : ip}:${String(port ?? '')}`;
}
