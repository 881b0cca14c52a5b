import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';

import { boolFlag, textFlag, UsageError } from '@kubescript/cli-runtime';
import { corev1, resourcePath } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { chooseContainer, onePodOf } from '../../polymorphic/pods-of.ts';
import { podTimeoutFlag, podTimeoutProblems } from '../../util/common-flags.ts';
import { streamSession, type TerminalSize } from './remote-session.ts';

/** Runs a command in a container, with the streams of this one. */
export const execCommand = defineCommand({
  name: 'exec',
  summary: 'Execute a command in a container.',
  usage: '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
  examples: 'kubectl exec web -- date\nkubectl exec -it web -- sh',
  flags: {
    container: textFlag('Container name.', { shorthand: 'c' }),
    stdin: boolFlag('Pass stdin to the container', { shorthand: 'i' }),
    tty: boolFlag('Stdin is a TTY', { shorthand: 't' }),
    quiet: boolFlag('Only print output from the remote session', { shorthand: 'q' }),
    ...podTimeoutFlag,
  },
  complete({ values, args, argsBeforeDash }) {
    const [word] = args;
    if (argsBeforeDash === undefined && args.length > 1) {
      throw new UsageError('exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead');
    }
    if (word === undefined || argsBeforeDash === 0)
      throw new UsageError('pod, type/name or --filename must be specified');
    return { word, command: args.slice(1), ...values, podTimeoutMs: values['pod-running-timeout'] };
  },
  validate: ({ command, podTimeoutMs }) =>
    command.length === 0
      ? ['you must specify at least one command for the container']
      : podTimeoutProblems(podTimeoutMs),
  async run(options, context) {
    const pod = await onePodOf(options.word, options.podTimeoutMs, context);
    const name = pod.metadata.name ?? '';
    if (pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed') {
      throw new Error(`cannot exec into a container in a completed pod; current phase is ${pod.status.phase}`);
    }
    const container = chooseContainer(pod, options.container, options.quiet ? silenced(context) : context);
    const tty = options.tty && isTerminal(context.streams.in);
    if (options.tty && !tty) {
      context.streams.err.write('Unable to use a TTY - input is not a terminal or the right kind of file\n');
    }
    const query = new URLSearchParams({ container });
    for (const part of options.command) query.append('command', part);
    if (options.stdin) query.set('stdin', 'true');
    query.set('stdout', 'true');
    if (tty) query.set('tty', 'true');
    else query.set('stderr', 'true');
    const path = resourcePath(corev1.pods, pod.metadata.namespace ?? '', name, 'exec');
    const http = await context.access.http();
    return streamSession((protocols) => http.openWebSocket(`${path}?${query.toString()}`, protocols), {
      streams: context.streams,
      stdin: options.stdin,
      signal: context.signal,
      ...(tty ? { terminal: terminalOf(context.streams.in, context.streams.out) } : {}),
    });
  },
});

/** A context whose notices go nowhere. */
function silenced(context: CommandContext): CommandContext {
  const err = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  return { ...context, streams: { ...context.streams, err } };
}

function isTerminal(stream: NodeJS.ReadableStream): boolean {
  return (stream as Partial<ReadStream>).isTTY === true;
}

function terminalOf(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): {
  readonly setRaw: (raw: boolean) => void;
  readonly size: () => TerminalSize | undefined;
  readonly onResize: (listener: () => void) => void;
} {
  const [reader, writer] = [input as Partial<ReadStream>, output as Partial<WriteStream>];
  return {
    setRaw: (raw) => void reader.setRawMode?.(raw),
    size: () =>
      writer.columns === undefined || writer.rows === undefined
        ? undefined
        : { Width: writer.columns, Height: writer.rows },
    onResize: (listener) => void (output as NodeJS.EventEmitter).on('resize', listener),
  };
}
