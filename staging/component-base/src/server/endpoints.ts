import type { ServerResponse } from 'node:http';

import type { HealthChecks } from '../health/health-checks.ts';
import type { MetricsRegistry } from '../metrics/registry.ts';
import { versionInfo } from '../version/version.ts';

/** Ends a response with a text. */
export function answer(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** `/healthz`, `/healthz?verbose&exclude=NAME` or `/healthz/NAME`. */
export async function serveHealth(
  checks: HealthChecks,
  wanted: { readonly name: string; readonly query: URLSearchParams },
  response: ServerResponse,
): Promise<void> {
  if (wanted.name !== '') {
    const report = await checks.runOne(wanted.name);
    if (report === undefined) answer(response, 404, '404 page not found\n');
    else answer(response, report.healthy ? 200 : 500, report.text);
    return;
  }
  const report = await checks.run(new Set(wanted.query.getAll('exclude')));
  if (!report.healthy) answer(response, 500, report.text);
  else answer(response, 200, wanted.query.has('verbose') ? report.text : 'ok');
}

/** `/metrics` */
export async function serveMetrics(metrics: MetricsRegistry, response: ServerResponse): Promise<void> {
  answer(response, 200, await metrics.expose(), metrics.contentType);
}

/** `/version` */
export function serveVersion(response: ServerResponse): void {
  answer(response, 200, JSON.stringify(versionInfo(), undefined, 2), 'application/json');
}
