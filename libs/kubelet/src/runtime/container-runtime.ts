import type { Duplex, Readable, Writable } from 'node:stream';

import type { ImageService, RuntimeService } from '@kubescript/cri-api';

/** How a process in a container ended. */
export interface ExitStatus {
  readonly exitCode: number;
  /** Why it could not be run or followed; '' if it was. */
  readonly error: string;
}

/** A process in a container that a client is connected to. */
export interface RemoteProcess {
  /** Ending it is the end of the process's input. Absent where no input was asked for. */
  readonly stdin: Writable | undefined;
  readonly stdout: Readable | undefined;
  /** Absent for a terminal, where it is part of stdout. */
  readonly stderr: Readable | undefined;
  /** Settles when the process has ended and its output was passed on; never rejects. */
  readonly exit: Promise<ExitStatus>;
  resize(size: { readonly width: number; readonly height: number }): void;
  /** Ends the connection; an exec'd process is ended with it. */
  close(): void;
}

/** What a client wants of a process. */
export interface StreamOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** Connections to what runs in a runtime. */
export interface RuntimeStreams {
  /** Runs a command in a container. */
  exec(containerId: string, command: readonly string[], options: StreamOptions): Promise<RemoteProcess>;
  /** Connects to the first process of a container. */
  attach(containerId: string, options: StreamOptions): Promise<RemoteProcess>;
  /** Connects to a TCP port on the loopback of a pod. */
  portForward(podSandboxId: string, port: number): Promise<Duplex>;
}

/** A container runtime: containerd over its socket, Docker through a shim, or hollow. */
export interface ContainerRuntime extends AsyncDisposable {
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly streams: RuntimeStreams;
  /** Signals that something in the runtime changed, where it can tell. */
  changes?(signal: AbortSignal): AsyncIterable<unknown>;
}
