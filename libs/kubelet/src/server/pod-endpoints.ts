import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { podIdentity } from '../container/quantities.ts';
import type { ContainerRecord, RuntimePod } from '../container/records.ts';
import type { Kubelet } from '../kubelet.ts';
import { readLog } from '../logs/log-reader.ts';
import type { RemoteProcess, StreamOptions } from '../runtime/container-runtime.ts';
import { HttpError } from './http-error.ts';

/** What the endpoints of pods do, apart from how clients speak to them. */
export class PodEndpoints {
  private readonly kubelet: Kubelet;

  constructor(kubelet: Kubelet) {
    this.kubelet = kubelet;
  }

  /** @go kubernetes/pkg/kubelet#(*Kubelet).GetKubeletContainerLogs */
  async logs(path: readonly string[], query: URLSearchParams, response: ServerResponse): Promise<void> {
    const [namespace = '', name = '', containerName = ''] = path;
    const { pod, current } = await this.find(namespace, name);
    const record = this.logRecord(pod, current, containerName, query.get('previous') === 'true');
    const since = query.get('sinceTime');
    const sinceSeconds = numberOf(query, 'sinceSeconds');
    const { clock } = this.kubelet.config;
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
    });
    response.writeHead(200, { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' });
    response.flushHeaders();
    const options = {
      follow: query.get('follow') === 'true',
      timestamps: query.get('timestamps') === 'true',
      tailLines: numberOf(query, 'tailLines'),
      limitBytes: numberOf(query, 'limitBytes'),
      since:
        since !== null ? Date.parse(since) : sinceSeconds === undefined ? undefined : clock.now() - sinceSeconds * 1000,
      stream: streamOf(query.get('stream')),
    };
    const isRunning = async (): Promise<boolean> => (await this.stateOf(record.id)) === 'CONTAINER_RUNNING';
    try {
      await readLog(record.logPath, options, response, { clock, isRunning, signal: gone.signal });
    } catch (err) {
      if (response.writableLength === 0 && !response.destroyed)
        response.write(`unable to retrieve container logs for ${record.id}: ${String(err)}`);
    }
    response.end();
  }

  async exec(path: readonly string[], query: URLSearchParams): Promise<() => Promise<RemoteProcess>> {
    const { record } = await this.runningContainer(path);
    const command = query.getAll('command');
    const options = streamOptions(query);
    return () => this.kubelet.config.runtime.streams.exec(record.id, command, options);
  }

  async attach(path: readonly string[], query: URLSearchParams): Promise<() => Promise<RemoteProcess>> {
    const { record, pod } = await this.runningContainer(path);
    const containers = [
      ...pod.spec.containers,
      ...(pod.spec.initContainers ?? []),
      ...(pod.spec.ephemeralContainers ?? []),
    ];
    const tty = containers.find(({ name }) => name === record.name)?.tty === true;
    const options = { ...streamOptions(query), tty };
    return () => this.kubelet.config.runtime.streams.attach(record.id, options);
  }

  async portForward([namespace = '', name = '']: readonly string[]): Promise<(port: number) => Promise<Duplex>> {
    const { current } = await this.find(namespace, name);
    const sandbox = current.sandboxes.find(({ ready }) => ready);
    if (sandbox === undefined) throw new HttpError(404, `cannot find a running sandbox of pod ${name}_${namespace}`);
    return (port) => this.kubelet.config.runtime.streams.portForward(sandbox.id, port);
  }

  /** Runs a command and answers with its output. @go kubernetes/pkg/kubelet#(*Kubelet).RunInContainer */
  async run(path: readonly string[], query: URLSearchParams): Promise<Buffer> {
    const { record } = await this.runningContainer(path);
    const cmd = (query.get('cmd') ?? '').split(' ');
    const answer = await this.kubelet.config.runtime.runtime.execSync({ containerId: record.id, cmd });
    return Buffer.concat([answer.stdout, answer.stderr]);
  }

  private async runningContainer([namespace = '', name = '', ...rest]: readonly string[]): Promise<{
    readonly pod: DeepReadonly<Pod>;
    readonly record: ContainerRecord;
  }> {
    const containerName = rest.at(-1) ?? '';
    const { pod, current } = await this.find(namespace, name);
    const record = current.containers.find((one) => one.name === containerName && one.state === 'running');
    if (record === undefined) throw new HttpError(404, `container not found ("${containerName}")`);
    return { pod, record };
  }

  private async find(
    namespace: string,
    name: string,
  ): Promise<{ readonly pod: DeepReadonly<Pod>; readonly current: RuntimePod }> {
    const pod = this.kubelet
      .podsWithStatus()
      .find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    if (pod === undefined) throw new HttpError(404, `pod "${name}" not found`);
    const known = this.kubelet.runtimePod(podIdentity(pod).uid);
    return { pod, current: known ?? (await this.kubelet.readPod(pod)) };
  }

  private logRecord(
    pod: DeepReadonly<Pod>,
    current: RuntimePod,
    containerName: string,
    previous: boolean,
  ): ContainerRecord {
    const records = current.containers.filter(({ name }) => name === containerName);
    const name = pod.metadata.name ?? '';
    if (previous) {
      const ended = records.find(
        (record, index) => record.state === 'exited' && (index > 0 || this.restarts(pod, containerName)),
      );
      if (ended === undefined)
        throw new HttpError(400, `previous terminated container "${containerName}" in pod "${name}" not found`);
      return ended;
    }
    const [latest] = records;
    if (latest !== undefined && latest.state !== 'created') return latest;
    const status = [...(pod.status.containerStatuses ?? []), ...(pod.status.initContainerStatuses ?? [])].find(
      (one) => one.name === containerName,
    );
    const reason = status?.state?.waiting?.reason ?? 'ContainerCreating';
    const waiting = `container "${containerName}" in pod "${name}" is waiting to start`;
    if (reason === 'ErrImagePull' || reason === 'ImagePullBackOff')
      throw new HttpError(400, `${waiting}: trying and failing to pull image`);
    throw new HttpError(400, `${waiting}: ${reason}`);
  }

  /** A container that ended and waits to be started again: its last run is the previous one. */
  private restarts(pod: DeepReadonly<Pod>, containerName: string): boolean {
    const status = (pod.status.containerStatuses ?? []).find(({ name }) => name === containerName);
    return status?.state?.waiting !== undefined;
  }

  private async stateOf(containerId: string): Promise<string> {
    const { containers } = await this.kubelet.config.runtime.runtime.listContainers({ filter: { id: containerId } });
    return containers[0]?.state ?? 'CONTAINER_EXITED';
  }
}

/** Which streams a request wants; `input output error tty` are the kubelet's names. */
export function streamOptions(query: URLSearchParams): StreamOptions {
  const on = (...names: readonly string[]): boolean =>
    names.some((name) => ['1', 'true'].includes(query.get(name) ?? ''));
  const options = {
    stdin: on('input', 'stdin'),
    stdout: on('output', 'stdout'),
    stderr: on('error', 'stderr'),
    tty: on('tty'),
  };
  if (!options.stdin && !options.stdout && !options.stderr) {
    throw new HttpError(400, 'you must specify at least 1 of stdin, stdout, stderr');
  }
  return options;
}

function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null || text === '' ? undefined : Number(text);
}

function streamOf(text: string | null): 'All' | 'Stdout' | 'Stderr' {
  return text === 'Stdout' || text === 'Stderr' ? text : 'All';
}
