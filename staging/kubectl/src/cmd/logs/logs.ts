import { type DeepReadonly, isNotFound } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import { boolFlag, durationFlag, intFlag, requestResource, textFlag, UsageError } from '@kubescript/cli-runtime';
import { corev1 } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { chooseContainer, podsOf } from '../../polymorphic/pods-of.ts';
import { selectorFlag } from '../../util/common-flags.ts';

interface LogsOptions {
  readonly word: string | undefined;
  readonly labelSelector: string;
  readonly container: string;
  readonly allContainers: boolean;
  readonly prefix: boolean;
  readonly follow: boolean;
  readonly ignoreErrors: boolean;
  readonly maxRequests: number;
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Prints what the containers of pods have written. */
export const logsCommand = defineCommand({
  name: 'logs',
  aliases: ['log'],
  summary: 'Print the logs for a container in a pod or specified resource.',
  usage: '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]',
  examples: 'kubectl logs web\nkubectl logs -f deployment/web\nkubectl logs -l app=web --all-containers=true',
  flags: {
    ...selectorFlag,
    container: textFlag('Print the logs of this container', { shorthand: 'c' }),
    'all-containers': boolFlag("Get all containers' logs in the pod(s)."),
    follow: boolFlag('Specify if the logs should be streamed.', { shorthand: 'f' }),
    previous: boolFlag('Print the logs for the previous instance of the container', { shorthand: 'p' }),
    prefix: boolFlag('Prefix each log line with the log source (pod name and container name)'),
    timestamps: boolFlag('Include timestamps on each line in the log output'),
    tail: intFlag('Lines of recent log file to display', { default: -1 }),
    since: durationFlag('Only return logs newer than a relative duration like 5s, 2m, or 3h'),
    'since-time': textFlag('Only return logs after a specific date (RFC3339)'),
    'limit-bytes': intFlag('Maximum bytes of logs to return'),
    'ignore-errors': boolFlag('Stop at no failing pod'),
    'max-log-requests': intFlag('Maximum number of concurrent logs to follow when using a selector', { default: 5 }),
  },
  complete({ values, args, changed }): LogsOptions {
    const [word, container] = args;
    if (word === undefined && values.selector === '') {
      throw new UsageError(
        "expected 'logs (POD | TYPE/NAME) [CONTAINER_NAME]'.\nPOD or TYPE/NAME is a required argument for the logs command",
      );
    }
    if (word !== undefined && values.selector !== '') {
      throw new UsageError('only a selector (-l) or a POD name is allowed');
    }
    const tail = values.selector !== '' && !changed.has('tail') ? 10 : values.tail;
    return {
      word,
      labelSelector: values.selector,
      container: container ?? values.container,
      allContainers: values['all-containers'],
      prefix: values.prefix,
      follow: values.follow,
      ignoreErrors: values['ignore-errors'],
      maxRequests: values['max-log-requests'],
      query: {
        follow: values.follow ? true : undefined,
        previous: values.previous ? true : undefined,
        timestamps: values.timestamps ? true : undefined,
        tailLines: tail >= 0 ? tail : undefined,
        sinceSeconds: values.since > 0 ? Math.ceil(values.since / 1000) : undefined,
        sinceTime: values['since-time'] === '' ? undefined : values['since-time'],
        limitBytes: values['limit-bytes'] > 0 ? values['limit-bytes'] : undefined,
      },
    };
  },
  validate({ allContainers, container, query }) {
    if (allContainers && container !== '') return ['--all-containers=true should not be specified with container name'];
    if (query['sinceSeconds'] !== undefined && query['sinceTime'] !== undefined) {
      return ['at most one of `sinceTime` or `sinceSeconds` may be specified'];
    }
    return [];
  },
  async run(options, context) {
    const pods = await podsToRead(options, context);
    if (pods.length === 0) {
      context.streams.err.write(`No resources found in ${await context.access.namespace()} namespace.\n`);
      return 0;
    }
    const isOne = options.labelSelector === '';
    if (isOne && pods.length > 1 && !options.allContainers) {
      context.streams.err.write(`Found ${String(pods.length)} pods, using pod/${pods[0]?.metadata.name ?? ''}\n`);
    }
    const sources = (isOne ? pods.slice(0, 1) : pods).flatMap((pod) => sourcesOf(pod, options, context));
    await readSources(sources, options, context);
    return 0;
  },
});

async function podsToRead(options: LogsOptions, context: CommandContext): Promise<readonly DeepReadonly<Pod>[]> {
  try {
    return await podsOf(options.word, options.labelSelector, context);
  } catch (err) {
    if (!isNotFound(err)) throw err;
    const namespace = await context.access.namespace();
    throw new Error(`error from server (NotFound): ${(err as Error).message} in namespace "${namespace}"`);
  }
}

interface LogSource {
  readonly pod: DeepReadonly<Pod>;
  readonly container: string;
}

function sourcesOf(pod: DeepReadonly<Pod>, options: LogsOptions, context: CommandContext): LogSource[] {
  if (!options.allContainers) return [{ pod, container: chooseContainer(pod, options.container, context) }];
  const { spec } = pod;
  const all = [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
  return all.map(({ name }) => ({ pod, container: name }));
}

async function readSources(
  sources: readonly LogSource[],
  options: LogsOptions,
  context: CommandContext,
): Promise<void> {
  if (options.follow && sources.length > 1) {
    if (sources.length > options.maxRequests) {
      throw new Error(
        `you are attempting to follow ${String(sources.length)} log streams, but maximum allowed concurrency is ${String(options.maxRequests)}, use --max-log-requests to increase the limit`,
      );
    }
    await Promise.all(sources.map((source) => readSource(source, options, context)));
    return;
  }
  for (const source of sources) await readSource(source, options, context);
}

async function readSource(source: LogSource, options: LogsOptions, context: CommandContext): Promise<void> {
  try {
    await copyLog(source, options, context);
  } catch (err) {
    if (context.signal.aborted) return;
    if (!options.ignoreErrors) throw err;
    context.streams.err.write(`error: ${(err as Error).message}\n`);
  }
}

async function copyLog({ pod, container }: LogSource, options: LogsOptions, context: CommandContext): Promise<void> {
  const response = await requestResource(await context.access.transport(), {
    verb: 'get',
    method: 'GET',
    resource: corev1.pods,
    namespace: pod.metadata.namespace ?? '',
    name: pod.metadata.name ?? '',
    subresource: 'log',
    query: { container, ...options.query },
    headers: { accept: '*/*' },
    signal: context.signal,
  });
  const prefix = options.prefix ? `[pod/${pod.metadata.name ?? ''}/${container}] ` : '';
  if (prefix === '') for await (const chunk of response.bytes()) context.streams.out.write(chunk);
  else await copyLines(response.bytes(), prefix, context);
}

async function copyLines(bytes: AsyncIterable<Uint8Array>, prefix: string, { streams }: CommandContext): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) streams.out.write(`${prefix}${line}\n`);
  }
  if (rest !== '') streams.out.write(`${prefix}${rest}\n`);
}
