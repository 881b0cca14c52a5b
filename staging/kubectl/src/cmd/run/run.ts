import type { Pod } from '@kubescript/api/core/v1';
import {
  boolFlag,
  choiceFlag,
  intFlag,
  repeatedFlag,
  requestResource,
  textFlag,
  UsageError,
  type Info,
} from '@kubescript/cli-runtime';
import { corev1, resourcePath } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { watchUntil } from '../../polymorphic/wait-for.ts';
import { type DryRun, dryRunFlag, outputFlags } from '../../util/common-flags.ts';
import { createObject } from '../../util/create-object.ts';
import { ExitError } from '../../util/explain-error.ts';
import { infoOfGenerated } from '../../util/generated-command.ts';
import { printResult, type ResultOptions, resultOptions } from '../../util/print-result.ts';
import { streamSession } from '../exec/remote-session.ts';

interface RunOptions {
  readonly pod: Pod;
  readonly attach: boolean;
  readonly stdin: boolean;
  readonly tty: boolean;
  readonly remove: boolean;
  readonly quiet: boolean;
  readonly dryRun: DryRun;
  readonly result: ResultOptions;
}

/** Runs an image in a pod. */
export const runCommand = defineCommand({
  name: 'run',
  summary: 'Create and run a particular image in a pod.',
  usage:
    'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--command] -- [COMMAND] [args...]',
  examples: 'kubectl run web --image=nginx\nkubectl run -i --rm sh --image=busybox --restart=Never -- sh',
  flags: {
    ...outputFlags,
    ...dryRunFlag,
    image: textFlag('The image for the container to run.'),
    'image-pull-policy': textFlag('The image pull policy for the container.'),
    env: repeatedFlag('Environment variables to set in the container.', { shorthand: 'e' }),
    port: intFlag('The port that this container exposes.'),
    labels: textFlag('Comma separated labels to apply to the pod.', { shorthand: 'l' }),
    annotations: repeatedFlag('Annotations to apply to the pod.'),
    command: boolFlag("If true and extra arguments are present, use them as the 'command' field in the container"),
    restart: choiceFlag('The restart policy for this Pod.', ['Always', 'OnFailure', 'Never'], 'Always'),
    privileged: boolFlag('If true, run the container in privileged mode.'),
    attach: boolFlag('If true, wait for the Pod to start running, and then attach to it'),
    stdin: boolFlag('Keep stdin open on the container in the pod', { shorthand: 'i' }),
    tty: boolFlag('Allocate a TTY for the container in the pod.', { shorthand: 't' }),
    rm: boolFlag('If true, delete the pod after it exits.'),
    quiet: boolFlag('If true, suppress prompt messages.', { shorthand: 'q' }),
  },
  async complete({ values, args, argsBeforeDash, changed }): Promise<RunOptions> {
    const [name] = args;
    if (name === undefined || argsBeforeDash === 0) throw new UsageError('NAME is required for run');
    if (values.image === '') throw new UsageError('required flag(s) "image" not set');
    const words = args.slice(1);
    return {
      pod: podOf(name, values, words),
      attach: changed.has('attach') ? values.attach : values.stdin || values.tty,
      stdin: values.stdin,
      tty: values.tty,
      remove: values.rm,
      quiet: values.quiet,
      dryRun: values['dry-run'],
      result: await resultOptions(values),
    };
  },
  validate({ remove, attach, tty, stdin }) {
    if (remove && !attach) return ['--rm should only be used for attached containers'];
    if (tty && !stdin) return ['stdin is required for containers with -t/--tty=true'];
    return [];
  },
  async run(options, context) {
    const target = await infoOfGenerated(options.pod, context);
    const created = await createObject(target, { dryRun: options.dryRun, fieldManager: 'kubectl-run' }, context);
    const info = { ...target, object: created };
    if (!options.attach || options.dryRun !== 'none') {
      printResult(context, options.result, info, 'created');
      return 0;
    }
    try {
      return await attachTo(info, options, context);
    } finally {
      if (options.remove) await removePod(info, options, context);
    }
  },
});

interface PodValues {
  readonly image: string;
  readonly 'image-pull-policy': string;
  readonly env: readonly string[];
  readonly port: number;
  readonly labels: string;
  readonly annotations: readonly string[];
  readonly command: boolean;
  readonly restart: string;
  readonly privileged: boolean;
  readonly stdin: boolean;
  readonly tty: boolean;
}

function podOf(name: string, values: PodValues, words: readonly string[]): Pod {
  const labels = values.labels === '' ? { run: name } : pairsOf(values.labels.split(','), 'labels');
  const annotations = pairsOf(values.annotations, 'annotations');
  const env = Object.entries(pairsOf(values.env, 'env')).map(([key, value]) => ({ name: key, value }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: {
      containers: [
        {
          name,
          image: values.image,
          ...(words.length === 0 ? {} : values.command ? { command: [...words] } : { args: [...words] }),
          ...(values['image-pull-policy'] === '' ? {} : { imagePullPolicy: values['image-pull-policy'] }),
          ...(env.length === 0 ? {} : { env }),
          ...(values.port > 0 ? { ports: [{ containerPort: values.port }] } : {}),
          ...(values.stdin ? { stdin: true, stdinOnce: true } : {}),
          ...(values.tty ? { tty: true } : {}),
          ...(values.privileged ? { securityContext: { privileged: true } } : {}),
          resources: {},
        },
      ],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: values.restart,
    },
    status: {},
  };
}

function pairsOf(texts: readonly string[], flag: string): Record<string, string> {
  const pairs = texts.map((text) => {
    const equals = text.indexOf('=');
    if (equals <= 0) throw new UsageError(`invalid ${flag}: ${text}`);
    return [text.slice(0, equals), text.slice(equals + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

interface PodStatusLike {
  readonly phase?: string;
  readonly containerStatuses?: readonly { readonly state?: { readonly terminated?: { readonly exitCode: number } } }[];
}

function statusOf(object: Info['object']): PodStatusLike {
  return object?.['status'] ?? {};
}

async function attachTo(info: Info, options: RunOptions, context: CommandContext): Promise<number> {
  const transport = await context.access.transport();
  let phase = '';
  await watchUntil(
    transport,
    info,
    (object) => {
      phase = statusOf(object).phase ?? '';
      return object === undefined || ['Running', 'Succeeded', 'Failed'].includes(phase);
    },
    { timeoutMs: 60_000, signal: context.signal },
  );
  if (phase === 'Running') await attachStreams(info, options, context);
  else await copyLogs(info, context);
  if (options.pod.spec.restartPolicy === 'Always') return 0;
  return exitCodeOf(info, context);
}

async function attachStreams(info: Info, options: RunOptions, context: CommandContext): Promise<void> {
  const isTty = options.tty && (context.streams.in as { isTTY?: boolean }).isTTY === true;
  if (!options.quiet) context.streams.err.write("If you don't see a command prompt, try pressing enter.\n");
  const query = new URLSearchParams({
    container: info.name,
    stdout: 'true',
    ...(options.stdin ? { stdin: 'true' } : {}),
    ...(options.tty ? { tty: 'true' } : { stderr: 'true' }),
  });
  const path = `${resourcePath(corev1.pods, info.namespace, info.name, 'attach')}?${query.toString()}`;
  const http = await context.access.http();
  const terminal = {
    setRaw: (raw: boolean) => (context.streams.in as { setRawMode?: (raw: boolean) => void }).setRawMode?.(raw),
    size: () => undefined,
    onResize: () => undefined,
  };
  await streamSession((protocols) => http.openWebSocket(path, protocols), {
    streams: context.streams,
    stdin: options.stdin,
    signal: context.signal,
    ...(isTty ? { terminal } : {}),
  });
}

async function copyLogs(info: Info, { access, streams, signal }: CommandContext): Promise<void> {
  const { resource, namespace, name } = info;
  const response = await requestResource(await access.transport(), {
    verb: 'get',
    method: 'GET',
    resource,
    namespace,
    name,
    subresource: 'log',
    headers: { accept: '*/*' },
    signal,
  });
  for await (const chunk of response.bytes()) streams.out.write(chunk);
}

async function exitCodeOf(info: Info, context: CommandContext): Promise<number> {
  let code = 0;
  await watchUntil(
    await context.access.transport(),
    info,
    (object) => {
      const { phase, containerStatuses = [] } = statusOf(object);
      code = containerStatuses[0]?.state?.terminated?.exitCode ?? 0;
      return object === undefined || phase === 'Succeeded' || phase === 'Failed';
    },
    { timeoutMs: -1, signal: context.signal },
  );
  if (code !== 0) throw new ExitError(code, `pod ${info.namespace}/${info.name} terminated (Error)`);
  return 0;
}

async function removePod(info: Info, options: RunOptions, { access, streams }: CommandContext): Promise<void> {
  const { resource, namespace, name } = info;
  const response = await requestResource(await access.transport(), {
    verb: 'delete',
    method: 'DELETE',
    resource,
    namespace,
    name,
  });
  await response.text();
  if (!options.quiet) streams.out.write(`pod "${name}" deleted from ${namespace} namespace\n`);
}
