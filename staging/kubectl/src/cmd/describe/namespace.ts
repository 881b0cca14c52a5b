import type { Namespace } from '@kubescript/api/core/v1';
import type { Info } from '@kubescript/cli-runtime';
import { corev1 } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import { writeMaps, writeName } from './metadata.ts';
import type { DescribeWriter } from './writer.ts';

/** Writes a namespace with its quotas and limits. */
export async function describeNamespace(writer: DescribeWriter, info: Info, { access }: CommandContext): Promise<void> {
  const { metadata, status } = info.object as unknown as Namespace;
  writeName(writer, metadata);
  writeMaps(writer, metadata);
  writer.field(0, 'Status:', status.phase ?? '');
  const [quotas, limits] = await Promise.all([
    access.client(corev1.resourcequotas, info.name).then((client) => client.list()),
    access.client(corev1.limitranges, info.name).then((client) => client.list()),
  ]);
  writer.line(0, '');
  if (quotas.items.length === 0) writer.line(0, 'No resource quota.');
  else writer.line(0, 'Resource Quotas');
  for (const quota of quotas.items) {
    writer.field(1, 'Name:', quota.metadata.name ?? '');
    for (const [name, hard] of Object.entries(quota.status.hard ?? {})) {
      writer.field(1, name, `${quota.status.used?.[name] ?? '0'} of ${hard}`);
    }
  }
  writer.line(0, '');
  if (limits.items.length === 0) writer.line(0, 'No LimitRange resource.');
  else writer.line(0, 'Resource Limits');
  for (const range of limits.items) writer.field(1, 'Name:', range.metadata.name ?? '');
}
