import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { RuntimeService } from '@kubescript/cri-api';

import { dialSpdy } from '@kubescript/client';
import type { SpdySession } from '@kubescript/client';
import { parseExit } from '../streaming/remote-status.ts';
import type { RemoteProcess, RuntimeStreams, StreamOptions } from './container-runtime.ts';

const execProtocol = 'v4.channel.k8s.io';
const forwardProtocol = 'portforward.k8s.io';

/** Connects to processes and ports through the streaming server of a CRI runtime, by SPDY. */
export class CriStreams implements RuntimeStreams {
  private readonly runtime: RuntimeService;

  constructor(runtime: RuntimeService) {
    this.runtime = runtime;
  }

  async exec(containerId: string, command: readonly string[], options: StreamOptions): Promise<RemoteProcess> {
    const { url } = await this.runtime.exec({
      containerId,
      cmd: command,
      ...options,
      stderr: options.stderr && !options.tty,
    });
    return openProcess(await dialSpdy(url, execProtocol), options);
  }

  async attach(containerId: string, options: StreamOptions): Promise<RemoteProcess> {
    const { url } = await this.runtime.attach({ containerId, ...options, stderr: options.stderr && !options.tty });
    return openProcess(await dialSpdy(url, execProtocol), options);
  }

  async portForward(podSandboxId: string, port: number): Promise<Duplex> {
    const { url } = await this.runtime.portForward({ podSandboxId, port: [port] });
    const session = await dialSpdy(url, forwardProtocol);
    const headers = { port: String(port), requestid: '0' };
    const error = session.open({ ...headers, streamtype: 'error' });
    error.end();
    const data = session.open({ ...headers, streamtype: 'data' });
    void text(error).then(
      (message) => {
        if (message !== '') data.destroy(new Error(message));
      },
      () => undefined,
    );
    data.once('close', () => {
      session.close();
    });
    return data;
  }
}

function openProcess(session: SpdySession, options: StreamOptions): RemoteProcess {
  const error = session.open({ streamtype: 'error' });
  error.end();
  const stdin = options.stdin ? session.open({ streamtype: 'stdin' }) : undefined;
  const stdout = options.stdout ? session.open({ streamtype: 'stdout' }) : undefined;
  const stderr = options.stderr && !options.tty ? session.open({ streamtype: 'stderr' }) : undefined;
  const resize = options.tty ? session.open({ streamtype: 'resize' }) : undefined;
  stdout?.end();
  stderr?.end();
  stdin?.resume();
  resize?.resume();
  const exit = text(error).then(parseExit, (err: unknown) => ({ exitCode: 1, error: String(err) }));
  return {
    ...{ stdin, stdout, stderr, exit },
    resize: ({ width, height }) => {
      if (resize?.writable === true) resize.write(JSON.stringify({ Width: width, Height: height }));
    },
    close: () => {
      session.close();
    },
  };
}
