import type { HookClientManager } from '../../../../util/webhook/hook-client.ts';
import type { AdmissionMetrics, WebhookCallLabels } from '../../../metrics.ts';
import { CallingWebhookError, WebhookRejection } from '../errors.ts';
import type { InvocationDeps } from './invocation.ts';

/** What the webhook plugins work with. */
export interface WebhookDeps extends InvocationDeps {
  readonly clients: HookClientManager;
  readonly metrics?: AdmissionMetrics | undefined;
  /** Told of calls that failed and were passed over. */
  readonly onFailOpen?: ((error: Error) => void) | undefined;
}

/** Counts and times a call of a webhook; throws what the call throws. */
export async function observeCall<T>(
  metrics: AdmissionMetrics | undefined,
  labels: WebhookCallLabels,
  failOpen: boolean,
  call: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const answer = await call();
    metrics?.webhook(labels, { seconds: seconds(), rejected: false, code: 200 });
    return answer;
  } catch (error) {
    if (error instanceof CallingWebhookError) {
      if (!failOpen) metrics?.webhookRejection(labels, 'calling_webhook_error', error.code);
      metrics?.webhook(labels, { seconds: seconds(), rejected: !failOpen, code: error.code });
    } else if (error instanceof WebhookRejection) {
      const code = error.statusError.status.code ?? 0;
      metrics?.webhookRejection(labels, 'no_error', code);
      metrics?.webhook(labels, { seconds: seconds(), rejected: true, code });
    } else {
      metrics?.webhookRejection(labels, 'apiserver_internal_error', 0);
      metrics?.webhook(labels, { seconds: seconds(), rejected: true, code: 0 });
    }
    throw error;
  }
}
