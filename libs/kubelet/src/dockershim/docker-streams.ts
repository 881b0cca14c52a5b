import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Duplex } from 'node:stream';

import type Docker from 'dockerode';

import type { ExitStatus, RemoteProcess, RuntimeStreams, StreamOptions } from '../runtime/container-runtime.ts';
import { callDocker } from './docker-errors.ts';

/** Connects to processes and ports of pods that Docker runs. */
export class DockerStreams implements RuntimeStreams {
  private readonly docker: Docker;

  constructor(docker: Docker) {
    this.docker = docker;
  }

  async exec(containerId: string, command: readonly string[], options: StreamOptions): Promise<RemoteProcess> {
    const exec = await callDocker(
      this.docker.getContainer(containerId).exec({
        Cmd: command,
        AttachStdin: options.stdin,
        AttachStdout: options.stdout,
        AttachStderr: options.stderr && !options.tty,
        Tty: options.tty,
      }),
    );
    const stream = await callDocker(exec.start({ hijack: true, stdin: options.stdin, Tty: options.tty }));
    const exitOf = async (): Promise<ExitStatus> => ({ exitCode: (await exec.inspect()).ExitCode ?? 0, error: '' });
    return this.process(stream, options, exitOf, (size) => exec.resize(size));
  }

  async attach(containerId: string, options: StreamOptions): Promise<RemoteProcess> {
    const container = this.docker.getContainer(containerId);
    const { stdin, stdout, stderr } = options;
    const stream = await callDocker(container.attach({ stream: true, hijack: true, stdin, stdout, stderr }));
    const exitOf = async (): Promise<ExitStatus> => ({
      exitCode: (await container.inspect()).State.ExitCode,
      error: '',
    });
    return this.process(stream, options, exitOf, (size) => container.resize(size));
  }

  /** Connects to the pod's own address: what listens on its loopback only is not reached, unlike with a CRI runtime. */
  async portForward(podSandboxId: string, port: number): Promise<Duplex> {
    const { NetworkSettings } = await callDocker(this.docker.getContainer(podSandboxId).inspect());
    const address = Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? '';
    return new Promise((resolve, reject) => {
      const socket = connect({ host: address === '' ? '127.0.0.1' : address, port, allowHalfOpen: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(socket);
      });
    });
  }

  private process(
    stream: Duplex,
    options: StreamOptions,
    exitOf: () => Promise<ExitStatus>,
    resize: (size: { readonly h: number; readonly w: number }) => Promise<unknown>,
  ): RemoteProcess {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    if (options.tty) stream.pipe(stdout);
    else this.docker.modem.demuxStream(stream, stdout, stderr);
    const ended = new Promise<void>((resolve) => {
      stream.once('end', resolve);
      stream.once('close', resolve);
      stream.once('error', () => {
        resolve();
      });
    });
    const exit = ended.then(async () => {
      stdout.end();
      stderr.end();
      return exitOf().catch((err: unknown) => ({ exitCode: 1, error: String(err) }));
    });
    return {
      stdin: options.stdin ? stream : undefined,
      stdout: options.stdout ? stdout : undefined,
      stderr: options.stderr && !options.tty ? stderr : undefined,
      exit,
      resize: ({ width, height }) => {
        resize({ w: width, h: height }).catch(() => undefined);
      },
      close: () => {
        stream.destroy();
      },
    };
  }
}
