/** What the Docker shim uses of the package `dockerode`, which ships no types. */
declare module 'dockerode' {
  import type { Duplex, Readable, Writable } from 'node:stream';

  export interface ContainerInfo {
    readonly Id: string;
    readonly Created: number;
    readonly State: string;
    readonly Labels: Readonly<Record<string, string>>;
    readonly ImageID: string;
  }

  export interface ContainerInspect {
    readonly Id: string;
    readonly Created: string;
    readonly Image: string;
    readonly LogPath: string;
    readonly State: {
      readonly Status: string;
      readonly Running: boolean;
      readonly Pid: number;
      readonly ExitCode: number;
      readonly OOMKilled: boolean;
      readonly Error: string;
      readonly StartedAt: string;
      readonly FinishedAt: string;
    };
    readonly Config: {
      readonly Labels: Readonly<Record<string, string>>;
      readonly Tty: boolean;
      readonly OpenStdin: boolean;
    };
    readonly NetworkSettings: {
      readonly Networks: Readonly<Record<string, { readonly IPAddress: string; readonly GlobalIPv6Address: string }>>;
    };
  }

  export interface ImageInspect {
    readonly Id: string;
    readonly RepoTags: readonly string[] | null;
    readonly RepoDigests: readonly string[] | null;
    readonly Size: number;
    readonly Config?: { readonly User?: string };
  }

  export interface Exec {
    start(options: { readonly hijack: boolean; readonly stdin: boolean; readonly Tty?: boolean }): Promise<Duplex>;
    inspect(): Promise<{ readonly Running: boolean; readonly ExitCode: number | null; readonly Pid: number }>;
    resize(size: { readonly h: number; readonly w: number }): Promise<unknown>;
  }

  export interface Container {
    readonly id: string;
    start(): Promise<unknown>;
    stop(options: { readonly t: number }): Promise<unknown>;
    kill(): Promise<unknown>;
    remove(options: { readonly force?: boolean; readonly v?: boolean }): Promise<unknown>;
    inspect(): Promise<ContainerInspect>;
    update(options: object): Promise<unknown>;
    resize(size: { readonly h: number; readonly w: number }): Promise<unknown>;
    wait(): Promise<{ readonly StatusCode: number }>;
    exec(options: object): Promise<Exec>;
    attach(options: object): Promise<Duplex>;
    stats(options: { readonly stream: false; readonly 'one-shot'?: boolean }): Promise<{
      readonly cpu_stats: { readonly cpu_usage: { readonly total_usage: number } };
      readonly memory_stats: { readonly usage?: number; readonly stats?: Readonly<Record<string, number>> };
    }>;
  }

  export interface Image {
    inspect(): Promise<ImageInspect>;
    remove(options: { readonly force?: boolean }): Promise<unknown>;
  }

  export default class Docker {
    constructor(options: { readonly socketPath: string });
    readonly modem: {
      demuxStream(stream: Readable, stdout: Writable, stderr: Writable): void;
      followProgress(stream: Readable, done: (err: Error | null) => void): void;
    };
    version(): Promise<{ readonly Version: string; readonly ApiVersion: string }>;
    info(): Promise<{ readonly DockerRootDir: string }>;
    createContainer(options: object): Promise<Container>;
    getContainer(id: string): Container;
    listContainers(options: {
      readonly all: boolean;
      readonly filters: Readonly<Record<string, readonly string[]>>;
    }): Promise<ContainerInfo[]>;
    getImage(name: string): Image;
    listImages(): Promise<ImageInspect[]>;
    pull(name: string, options: object): Promise<Readable>;
    loadImage(archive: Readable): Promise<Readable>;
    getEvents(options: { readonly filters: Readonly<Record<string, readonly string[]>> }): Promise<Readable>;
  }
}
