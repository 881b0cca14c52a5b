import { isJsonObject, type Status, StatusError } from '@kubescript/apimachinery';
import type { HttpTransport } from '@kubescript/client';
import type { IoStreams } from '@kubescript/cli-runtime';

/** Size of a terminal, as it is sent. */
export interface TerminalSize {
  readonly Width: number;
  readonly Height: number;
}

/** What a session needs of a terminal. */
export interface Terminal {
  setRaw(raw: boolean): void;
  size(): TerminalSize | undefined;
  onResize(listener: () => void): void;
}

/** How to run a session. */
export interface SessionOptions {
  readonly streams: IoStreams;
  readonly stdin: boolean;
  readonly terminal?: Terminal;
  readonly signal: AbortSignal;
}

/** The WebSocket of a transport. */
export type Socket = Awaited<ReturnType<HttpTransport['openWebSocket']>>;

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/**
 * Carries the streams of a remote command over a WebSocket of the protocol `v5.channel.k8s.io` (or v4, which cannot
 * end stdin), and resolves with its exit code. Throws StatusError for failures other than exit codes.
 *
 * @go k8s.io/client-go/tools/remotecommand#NewWebSocketExecutor
 */
export async function streamSession(
  open: (protocols: readonly string[]) => Promise<Socket>,
  options: SessionOptions,
): Promise<number> {
  const socket = await open(['v5.channel.k8s.io', 'v4.channel.k8s.io']);
  socket.binaryType = 'arraybuffer';
  const session = new Session(socket, options);
  try {
    return await session.run();
  } finally {
    options.terminal?.setRaw(false);
    options.streams.in.pause();
    socket.close();
  }
}

class Session {
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  #status: Status | undefined;

  constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  async run(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.addEventListener('open', () => {
        this.#start();
      });
      this.#socket.addEventListener('message', (event: { readonly data: ArrayBuffer | string }) => {
        this.#receive(event.data);
      });
      this.#socket.addEventListener('close', () => {
        resolve();
      });
      this.#socket.addEventListener('error', (event: { readonly error?: unknown; readonly message?: string }) => {
        reject(
          event.error instanceof Error
            ? event.error
            : new Error(`unable to upgrade connection: ${event.message ?? ''}`),
        );
      });
      this.#options.signal.addEventListener('abort', () => {
        this.#socket.close();
        resolve();
      });
    });
    return this.#exitCode();
  }

  #start(): void {
    const { terminal, stdin, streams } = this.#options;
    if (terminal !== undefined) {
      terminal.setRaw(true);
      this.#sendSize(terminal);
      terminal.onResize(() => {
        this.#sendSize(terminal);
      });
    }
    if (!stdin) return;
    streams.in.on('data', (chunk: Buffer | string) => {
      this.#send(channels.stdin, Buffer.from(chunk as string));
    });
    streams.in.on('end', () => {
      if (this.#socket.protocol === 'v5.channel.k8s.io') this.#send(channels.close, Uint8Array.of(channels.stdin));
    });
    streams.in.resume();
  }

  #sendSize(terminal: Terminal): void {
    const size = terminal.size();
    if (size !== undefined) this.#send(channels.resize, Buffer.from(JSON.stringify(size)));
  }

  #send(channel: number, data: Uint8Array): void {
    const frame = new Uint8Array(data.length + 1);
    frame[0] = channel;
    frame.set(data, 1);
    this.#socket.send(frame);
  }

  #receive(message: ArrayBuffer | string): void {
    const bytes = typeof message === 'string' ? Buffer.from(message, 'latin1') : Buffer.from(message);
    const data = bytes.subarray(1);
    switch (bytes[0]) {
      case channels.stdout:
        if (data.length > 0) this.#options.streams.out.write(data);
        return;
      case channels.stderr:
        if (data.length > 0) this.#options.streams.err.write(data);
        return;
      case channels.error:
        if (data.length > 0) this.#status = statusFrom(data.toString('utf8'));
        return;
      default:
    }
  }

  #exitCode(): number {
    const status = this.#status;
    if (status === undefined || status.status === 'Success') return 0;
    const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
    if (status.reason !== 'NonZeroExitCode' || code === undefined) throw new StatusError(status);
    this.#options.streams.err.write(`command terminated with exit code ${code}\n`);
    return Number(code);
  }
}

function statusFrom(text: string): Status {
  const value: unknown = JSON.parse(text);
  if (isJsonObject(value)) return value as unknown as Status;
  throw new Error(`unexpected end of the remote command: ${text}`);
}
