import { StatusError } from '@kubescript/apimachinery';
import type { Transport, TransportRequest } from '@kubescript/client';

import { readCrds } from './crd-files.ts';
import type { CustomResourceDefinitionSource } from './types.ts';

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

interface CustomResourceDefinition {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Creates CustomResourceDefinitions and waits until all are served; answers with their names, in order. */
export async function installCrds(
  transport: Transport,
  sources: readonly CustomResourceDefinitionSource[],
): Promise<readonly string[]> {
  if (sources.length === 0) return [];
  const crds = await readCrds(sources);
  const created = (await Promise.all(
    crds.map((body) => send(transport, { method: 'POST', path, body })),
  )) as readonly CustomResourceDefinition[];
  await untilEstablished(transport, new Set(created.map(({ metadata }) => metadata.name)));
  return created.map(({ metadata }) => metadata.name);
}

/** Watches until each has the condition; throws the reason of one whose names are not accepted. */
async function untilEstablished(transport: Transport, missing: Set<string>): Promise<void> {
  const response = await transport.request({ method: 'GET', path: `${path}?watch=1&resourceVersion=0` });
  for await (const value of response.values()) {
    const { object } = value as { readonly object: CustomResourceDefinition };
    const { metadata, status } = object;
    const refused = conditionOf(status, 'NamesAccepted');
    if (missing.has(metadata.name) && refused?.status === 'False') {
      throw new Error(`${metadata.name}: ${refused.message ?? 'its names are not accepted'}`);
    }
    if (conditionOf(status, 'Established')?.status === 'True') missing.delete(metadata.name);
    if (missing.size === 0) return;
  }
  throw new Error(`the server ended before it served ${[...missing].join(', ')}`);
}

const conditionOf = (status: CustomResourceDefinition['status'], type: string): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

async function send(transport: Transport, request: TransportRequest): Promise<unknown> {
  const response = await transport.request(request);
  const body = await response.json();
  if (response.status >= 400) throw new StatusError(body as ConstructorParameters<typeof StatusError>[0]);
  return body;
}
