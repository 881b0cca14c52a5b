import { randomUUID } from 'node:crypto';

import type { Clock } from '@kubescript/apimachinery';

import { AuditContext } from '../../audit/audit-context.ts';
import type { Filter } from '../http.ts';

const maxLength = 64;

/**
 * Every answer carries the request's Audit-Id: the client's own, or a new one. Where there is an audit log (`audited`),
 * the request gets what its event is gathered in.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAuditInit
 */
export const withAuditId =
  (audited?: { readonly clock: Clock }): Filter =>
  (next) =>
    async function answerWithAuditId(request) {
      const id = (request.headers['audit-id'] ?? randomUUID()).slice(0, maxLength);
      request.auditId = id;
      if (audited) request.audit = new AuditContext(id, audited.clock);
      const response = await next(request);
      response.headers['audit-id'] = id;
      return response;
    };
