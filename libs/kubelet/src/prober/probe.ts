import { connect } from 'node:net';

import type { Container, Pod, Probe } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { CriCode, CriError } from '@kubescript/cri-api';
import type { RuntimeService } from '@kubescript/cri-api';

import { messageOf } from '../container/sync-error.ts';
import { httpGet, portNumber } from '../lifecycle/http-get.ts';
import { grpcHealth } from './grpc-health.ts';

/** What one run of a probe found. */
export interface ProbeOutcome {
  readonly result: 'success' | 'warning' | 'failure' | 'unknown';
  readonly output: string;
}

/** What a probe is run against. */
export interface ProbeTarget {
  readonly pod: DeepReadonly<Pod>;
  readonly container: DeepReadonly<Container>;
  readonly containerId: string;
  readonly podIp: string;
}

/**
 * Runs a probe once. Never fails: what prevents it from running is the result 'unknown'.
 * @go kubernetes/pkg/kubelet/prober#(*prober).runProbe
 */
export async function runProbe(
  probe: DeepReadonly<Probe>,
  target: ProbeTarget,
  runtime: RuntimeService,
): Promise<ProbeOutcome> {
  const timeoutMs = (probe.timeoutSeconds ?? 1) * 1000;
  try {
    if (probe.exec !== undefined) return await probeExec(probe.exec.command ?? [], target, timeoutMs, runtime);
    if (probe.httpGet !== undefined) {
      const action = probe.httpGet;
      const port = portNumber(action.port, target.container);
      const host = (action.host ?? '') === '' ? target.podIp : (action.host ?? '');
      return await probeHttp(() => httpGet(action, { host, port }, timeoutMs));
    }
    if (probe.tcpSocket !== undefined) {
      const port = portNumber(probe.tcpSocket.port, target.container);
      const host = (probe.tcpSocket.host ?? '') === '' ? target.podIp : (probe.tcpSocket.host ?? '');
      return await probeTcp(host, port, timeoutMs);
    }
    if (probe.grpc !== undefined) {
      return await grpcHealth({
        host: target.podIp,
        port: probe.grpc.port,
        service: probe.grpc.service ?? '',
        timeoutMs,
      });
    }
    return { result: 'unknown', output: `missing probe handler for ${target.container.name}` };
  } catch (err) {
    return { result: 'unknown', output: messageOf(err) };
  }
}

async function probeExec(
  cmd: readonly string[],
  target: ProbeTarget,
  timeoutMs: number,
  runtime: RuntimeService,
): Promise<ProbeOutcome> {
  try {
    const request = { containerId: target.containerId, cmd, timeout: Math.ceil(timeoutMs / 1000) };
    const { exitCode, stdout, stderr } = await runtime.execSync(request, { timeoutMs: timeoutMs + 2000 });
    const output = (new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr)).slice(0, 10_240);
    return { result: exitCode === 0 ? 'success' : 'failure', output };
  } catch (err) {
    if (!(err instanceof CriError) || err.code !== CriCode.deadlineExceeded) throw err;
    return {
      result: 'failure',
      output: `command timed out: "${cmd.join(' ')}" timed out after ${String(timeoutMs / 1000)}s`,
    };
  }
}

async function probeHttp(get: () => ReturnType<typeof httpGet>): Promise<ProbeOutcome> {
  try {
    const { status, body } = await get();
    if (status >= 200 && status < 300) return { result: 'success', output: body };
    if (status >= 300 && status < 400)
      return { result: 'warning', output: `Probe terminated redirects, Response body: ${body}` };
    return { result: 'failure', output: `HTTP probe failed with statuscode: ${String(status)}` };
  } catch (err) {
    return { result: 'failure', output: messageOf(err) };
  }
}

function probeTcp(host: string, port: number, timeoutMs: number): Promise<ProbeOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const end = (outcome: ProbeOutcome): void => {
      socket.destroy();
      resolve(outcome);
    };
    const address = `${host}:${String(port)}`;
    socket.once('connect', () => {
      end({ result: 'success', output: '' });
    });
    socket.once('timeout', () => {
      end({ result: 'failure', output: `dial tcp ${address}: i/o timeout` });
    });
    socket.once('error', (err: NodeJS.ErrnoException) => {
      const refused = err.code === 'ECONNREFUSED';
      end({ result: 'failure', output: refused ? `dial tcp ${address}: connect: connection refused` : err.message });
    });
  });
}
