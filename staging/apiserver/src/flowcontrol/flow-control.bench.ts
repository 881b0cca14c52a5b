import { realClock } from '@kubescript/apimachinery';
import { MetricsRegistry } from '@kubescript/component-base';
import { bench } from 'vitest';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { withPriorityAndFairness } from '../server/filters/priority-and-fairness.ts';
import { parseRequestInfo } from '../server/request-info.ts';
import { FlowController } from './flow-controller.ts';
import { newFlowControlMetrics } from './metrics.ts';

const controller = new FlowController({
  serverConcurrencyLimit: 600,
  clock: realClock,
  metrics: newFlowControlMetrics(new MetricsRegistry()),
});
const answer = Promise.resolve({} as ServerResponse);
const handler = withPriorityAndFairness({ controller, objectCount: () => 100, waitLimitMs: 15_000 })(() => answer);
const path = '/api/v1/namespaces/default/pods/web';
const request = {
  path,
  query: new URLSearchParams(),
  info: parseRequestInfo('GET', path, new URLSearchParams()),
  user: { name: 'jane', groups: ['devs', 'system:authenticated'] },
} as unknown as ServerRequest;

bench('a request through priority and fairness', async () => {
  await handler(request);
});
