import { type Status, StatusError, newInternalError, statusOf } from '@kubescript/apimachinery';

import type { AuditContext } from '../../audit/audit-context.ts';
import type { Audit, AuditMetrics } from '../../audit/audit.ts';
import type { UserInfo } from '../../authentication/authenticator.ts';
import type { Filter, ResponseBody, ServerRequest, ServerResponse } from '../http.ts';
import { isLongRunning } from '../request-info.ts';
import { untilEnd } from '../response-end.ts';
import { attributesOf } from './authorization.ts';

/** Where the filter sends events and counts them. */
export interface AuditFilterOptions {
  readonly audit: Audit;
  readonly metrics: AuditMetrics;
}

/**
 * Records requests as the policy asks: when they come, when the answer of a long one begins, and when they are
 * answered.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAudit
 */
export const withAudit =
  (options: AuditFilterOptions): Filter =>
  (next) =>
    async function answerAudited(request) {
      const context = beginEvent(request, options);
      if (context === undefined) return next(request);
      if (!(await process(context, 'RequestReceived', options))) {
        options.metrics.onRejected();
        throw newInternalError(new Error('failed to store audit event'));
      }
      const long = request.info !== undefined && isLongRunning(request.info);
      let response: ServerResponse;
      try {
        response = await next(request);
      } catch (error) {
        await recordFailure(context, error, { long, options });
        throw error;
      }
      if (long) return recordLong(context, response, request, options);
      recordAnswer(context, response, request);
      await process(context, 'ResponseComplete', options);
      return response;
    };

/**
 * Records requests that are refused before anybody knows who sent them.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithFailedAuthenticationAudit
 */
export const withFailedAuthenticationAudit =
  (options: AuditFilterOptions): Filter =>
  (next) =>
    async function answerAndRecordRefusal(request) {
      try {
        return await next(request);
      } catch (error) {
        const context = request.user === undefined && isStatusError(error) ? beginEvent(request, options) : undefined;
        context?.logResponseStatus(statusOf(error));
        if (context) await process(context, 'ResponseStarted', options);
        throw error;
      }
    };

function beginEvent(request: ServerRequest, { audit, metrics }: AuditFilterOptions): AuditContext | undefined {
  const context = request.audit;
  if (context === undefined) return undefined;
  const attributes = attributesOf(request, request.user ?? nobody);
  const config = audit.evaluate(attributes);
  metrics.onLevel(config.level);
  return context.begin(request, { attributes, config, backend: audit.backend }) ? context : undefined;
}

/** Of whom nothing is known. */
const nobody: UserInfo = { name: '', groups: [] };

function process(
  context: AuditContext,
  stage: Parameters<AuditContext['processStage']>[0],
  { metrics }: AuditFilterOptions,
): boolean | Promise<boolean> {
  metrics.onEvents(1);
  return context.processStage(stage);
}

async function recordFailure(
  context: AuditContext,
  error: unknown,
  { long, options }: { readonly long: boolean; readonly options: AuditFilterOptions },
): Promise<void> {
  if (!isStatusError(error)) {
    const message = `APIServer panic'd: ${error instanceof Error ? error.message : String(error)}`;
    context.logResponseStatus({ code: 500, status: 'Failure', reason: 'InternalError', message });
    await process(context, 'Panic', options);
    return;
  }
  const status = statusOf(error);
  context.logResponseStatus(status);
  context.logResponseObject(() => ({ kind: 'Status', apiVersion: 'v1', ...status }));
  if (long) await process(context, 'ResponseStarted', options);
  await process(context, 'ResponseComplete', options);
}

function isStatusError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof StatusError) return true;
  return false;
}

function recordAnswer(context: AuditContext, response: ServerResponse, request: ServerRequest): void {
  const { body, status: code } = response;
  const { kind, ...status } = statusIn(body, request);
  context.logResponseStatus(kind === 'Status' ? { ...status, code } : { code });
  if (body.kind === 'object') context.logResponseObject(() => body.value);
}

/** The answer if it may be a Status, which only writes answer with. */
function statusIn(body: ResponseBody, { method }: ServerRequest): Partial<Status> {
  return body.kind === 'object' && method !== 'GET' ? (body.value as Partial<Status>) : {};
}

/** A watch or stream: its beginning is recorded, and its end when its body is over or the client goes. */
async function recordLong(
  context: AuditContext,
  response: ServerResponse,
  request: ServerRequest,
  options: AuditFilterOptions,
): Promise<ServerResponse> {
  context.logResponseStatus({ code: response.status });
  await process(context, 'ResponseStarted', options);
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    void process(context, 'ResponseComplete', options);
  };
  const { body } = response;
  if (body.kind === 'hijacked') {
    request.signal.addEventListener('abort', end, { once: true });
    return response;
  }
  return { ...response, body: untilEnd(body, end) };
}
