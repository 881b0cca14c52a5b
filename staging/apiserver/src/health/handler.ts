import type { HealthChecks } from '@kubescript/component-base';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { pathNotFound, textResponse } from '../server/plain-response.ts';

/**
 * Answers `/readyz` and the like: `ok`, or 500 and what failed; `?verbose` lists the checks, `?exclude=` leaves some
 * out, `/readyz/NAME` runs one.
 *
 * @go k8s.io/apiserver/pkg/server/healthz#InstallPathHandler
 */
export async function answerHealth(request: ServerRequest, checks: HealthChecks): Promise<ServerResponse> {
  const name = request.path.slice(checks.endpoint.length + 2);
  if (name !== '') {
    const one = await checks.runOne(name);
    return one ? textResponse(one.healthy ? 200 : 500, one.text) : pathNotFound();
  }
  const report = await checks.run(new Set(request.query.getAll('exclude')));
  if (!report.healthy) return textResponse(500, report.text);
  return textResponse(200, request.query.has('verbose') ? report.text : 'ok');
}
