import { Buffer } from 'node:buffer';

import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Secret } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'Secret' };

/**
 * Secrets, selectable by their type; `stringData` is folded into `data` and never kept.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/secret#Strategy
 */
export const secretResource: ResourceDefinition<Secret> = {
  resource: 'secrets',
  singular: 'secret',
  kind,
  strategy: simpleStrategy<Secret>({
    kind,
    namespaced: true,
    prepareForCreate: foldStringData,
    prepareForUpdate: prepareSecretForUpdate,
    warningsOnCreate: secretWarnings,
    warningsOnUpdate: secretWarnings,
    selectableFields: { type: (object) => object.type ?? '' },
  }),
};

function prepareSecretForUpdate(secret: Secret, old: DeepReadonly<Secret>): void {
  foldStringData(secret);
  if ((secret.type ?? '') === '' && old.type !== undefined) secret.type = old.type;
}

function foldStringData(secret: Secret): void {
  const { stringData } = secret;
  if (!stringData) return;
  const encoded = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  secret.data = { ...secret.data, ...(Object.fromEntries(encoded) as Record<string, string>) };
  delete secret.stringData;
}

/** A TLS secret that no server could use. */
function secretWarnings({ type, data }: Secret): string[] {
  if (type !== 'kubernetes.io/tls') return [];
  const isPem = (key: string): boolean => Buffer.from(data?.[key] ?? '', 'base64').includes('-----BEGIN ');
  if (!isPem('tls.crt')) return ['tls: failed to find any PEM data in certificate input'];
  return isPem('tls.key') ? [] : ['tls: failed to find any PEM data in key input'];
}
