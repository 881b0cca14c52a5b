import {
  boolFlag,
  Builder,
  durationFlag,
  type Info,
  intFlag,
  patchObject,
  requestObject,
  textFlag,
} from '@kubescript/cli-runtime';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { watchUntil } from '../../polymorphic/wait-for.ts';
import { type DryRun, dryRunFlag, filenameFlags, outputFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { printResult, type ResultOptions, resultOptions, writeQuery } from '../../util/print-result.ts';

interface ScaleOptions {
  readonly selection: Parameters<Builder['resolve']>[0];
  readonly replicas: number;
  readonly currentReplicas: number;
  readonly resourceVersion: string;
  readonly timeoutMs: number;
  readonly dryRun: DryRun;
  readonly result: ResultOptions;
}

/** Sets how many replicas something should have. */
export const scaleCommand = defineCommand({
  name: 'scale',
  summary: 'Set a new size for a deployment, replica set, replication controller, or stateful set.',
  usage: '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)',
  examples: 'kubectl scale --replicas=3 deployment/web',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    ...outputFlags,
    ...dryRunFlag,
    all: boolFlag('Select all resources in the namespace of the specified resource types'),
    replicas: intFlag('The new desired number of replicas. Required.', { default: -1 }),
    'current-replicas': intFlag('Precondition for current size', { default: -1 }),
    'resource-version': textFlag('Precondition for resource version'),
    timeout: durationFlag('How long to wait for the new size, zero means not at all'),
  },
  async complete({ values, args }): Promise<ScaleOptions> {
    return {
      selection: {
        args,
        filenames: values.filename,
        recursive: values.recursive,
        labelSelector: values.selector,
        selectAll: values.all,
      },
      replicas: values.replicas,
      currentReplicas: values['current-replicas'],
      resourceVersion: values['resource-version'],
      timeoutMs: values.timeout,
      dryRun: values['dry-run'],
      result: await resultOptions(values),
    };
  },
  validate: ({ replicas }) =>
    replicas < 0 ? ['The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0'] : [],
  async run(options, context) {
    const infos = await new Builder(context.access, context.streams).resolve(options.selection);
    if (infos.length === 0) throw new Error('no objects passed to scale');
    await forEach(infos, (info) => scaleOne(info, options, context));
    return 0;
  },
});

interface Scale {
  readonly spec?: { readonly replicas?: number };
}

async function scaleOne(info: Info, options: ScaleOptions, context: CommandContext): Promise<void> {
  const transport = await context.access.transport();
  if (options.currentReplicas >= 0) {
    const { resource, namespace, name } = info;
    const scale = (await requestObject(transport, {
      verb: 'get',
      method: 'GET',
      resource,
      namespace,
      name,
      subresource: 'scale',
    })) as Scale;
    const actual = scale.spec?.replicas ?? 0;
    if (actual !== options.currentReplicas) {
      throw new Error(`Expected replicas to be ${String(options.currentReplicas)}, was ${String(actual)}`);
    }
  }
  const metadata = options.resourceVersion === '' ? {} : { metadata: { resourceVersion: options.resourceVersion } };
  const dryRun = options.dryRun;
  if (dryRun !== 'client') {
    await patchObject(transport, info, {
      type: 'application/merge-patch+json',
      body: { ...metadata, spec: { replicas: options.replicas } },
      subresource: 'scale',
      query: writeQuery({ dryRun, fieldManager: 'kubectl-scale' }),
    });
  }
  if (options.timeoutMs > 0 && dryRun === 'none') await waitForSize(info, options, context);
  printResult(context, options.result, info, 'scaled');
}

async function waitForSize(info: Info, options: ScaleOptions, context: CommandContext): Promise<void> {
  interface Sized {
    readonly status?: { readonly replicas?: number };
  }
  await watchUntil(
    await context.access.transport(),
    info,
    (object) => ((object as Sized | undefined)?.status?.replicas ?? 0) === options.replicas,
    { timeoutMs: options.timeoutMs, signal: context.signal },
  );
}
