import { newNotFound, type KubeObject } from '@kubescript/apimachinery';
import type { EncodedObject, ListResult, Rest } from '@kubescript/apiserver';
import type { ComponentStatus } from '@kubescript/api/core/v1';

import { encodedObject } from '../../generic/encoded.ts';
import { componentStatusPrinter } from '../../printers/core-printers.ts';

/** Asks a component how it is; throws if it is not well. */
export type ComponentProbe = (signal: AbortSignal) => Promise<string>;

/**
 * ComponentStatuses: the health of what the control plane is made of, asked at each request.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/componentstatus#REST
 */
export class ComponentStatusRest implements Rest {
  readonly kind = { group: '', version: 'v1', kind: 'ComponentStatus' };
  readonly table = componentStatusPrinter;
  readonly probes: Readonly<Record<string, ComponentProbe>>;

  constructor(probes: Readonly<Record<string, ComponentProbe>>) {
    this.probes = probes;
  }

  async get(name: string, { signal }: { readonly signal: AbortSignal }): Promise<EncodedObject> {
    const probe = this.probes[name];
    if (!probe) throw newNotFound({ group: '', resource: 'componentstatuses' }, name);
    return encode(await statusOf(name, probe, signal));
  }

  async list(_query: unknown, { signal }: { readonly signal: AbortSignal }): Promise<ListResult> {
    const statuses = Object.entries(this.probes).map(([name, probe]) => statusOf(name, probe, signal));
    return { items: (await Promise.all(statuses)).map(encode), resourceVersion: '' };
  }
}

function encode(status: ComponentStatus): EncodedObject {
  return encodedObject<KubeObject>(status);
}

async function statusOf(name: string, probe: ComponentProbe, signal: AbortSignal): Promise<ComponentStatus> {
  const condition = await conditionOf(probe, signal);
  return { kind: 'ComponentStatus', apiVersion: 'v1', metadata: { name }, conditions: [condition] };
}

async function conditionOf(
  probe: ComponentProbe,
  signal: AbortSignal,
): Promise<NonNullable<ComponentStatus['conditions']>[number]> {
  try {
    return { type: 'Healthy', status: 'True', message: await probe(signal) };
  } catch (err) {
    return { type: 'Healthy', status: 'False', message: err instanceof Error ? err.message : String(err) };
  }
}
