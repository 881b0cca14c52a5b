import { randomUUID } from 'node:crypto';

import type { Filter } from '../http.ts';

/**
 * Every answer carries the request's Audit-Id: the client's own, or a new one.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAuditInit
 */
export const withAuditId: Filter = (next) =>
  async function answerWithAuditId(request) {
    const id = request.headers['audit-id'] ?? randomUUID();
    const response = await next(request);
    response.headers['audit-id'] = id.slice(0, 64);
    return response;
  };
