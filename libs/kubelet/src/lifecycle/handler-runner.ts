import type { Container, LifecycleHandler, Pod } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import type { RuntimeService } from '@kubescript/cri-api';

import { formatPod } from '../container/labels.ts';
import { httpGet, portNumber } from './http-get.ts';

/** Where a hook of a container runs. */
export interface HookTarget {
  readonly pod: DeepReadonly<Pod>;
  readonly container: DeepReadonly<Container>;
  readonly containerId: string;
  readonly podIp: string;
}

/**
 * Runs a postStart or preStop hook to its end; fails with the text that the event gets.
 * @go kubernetes/pkg/kubelet/lifecycle#(*handlerRunner).Run
 */
export async function runHook(
  handler: DeepReadonly<LifecycleHandler>,
  target: HookTarget,
  {
    runtime,
    clock,
    signal,
  }: { readonly runtime: RuntimeService; readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<void> {
  if (handler.exec !== undefined) {
    const cmd = handler.exec.command ?? [];
    const answer = await runtime.execSync(
      { containerId: target.containerId, cmd },
      signal === undefined ? {} : { signal },
    );
    if (answer.exitCode !== 0) {
      const output = new TextDecoder().decode(answer.stdout) + new TextDecoder().decode(answer.stderr);
      throw new Error(
        `Exec lifecycle hook ([${cmd.join(' ')}]) for Container "${target.container.name}" in Pod "${formatPod(target.pod)}" failed - error: command '${cmd.join(' ')}' exited with ${String(answer.exitCode)}: ${output}`,
      );
    }
  } else if (handler.httpGet !== undefined) {
    const host = (handler.httpGet.host ?? '') === '' ? target.podIp : (handler.httpGet.host ?? '');
    await httpGet(handler.httpGet, { host, port: portNumber(handler.httpGet.port, target.container) }, 30_000);
  } else if (handler.sleep !== undefined) {
    await clock.sleep(handler.sleep.seconds * 1000, signal);
  } else {
    throw new Error('this kind of lifecycle handler cannot be run');
  }
}
