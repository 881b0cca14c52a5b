import { deepCopy, formatTime, type DeepReadonly } from '@kubescript/apimachinery';
import type { RequestContext } from '@kubescript/apiserver';
import { validateCsrApprovalUpdate } from '@kubescript/lib-apis';
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '@kubescript/api/certificates/v1';

import type { ResourceDefinition, SubresourceStrategy } from '../../generic/resource-definition.ts';
import { keepMember, simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'certificates.k8s.io', version: 'v1', kind: 'CertificateSigningRequest' };

type Conditions = readonly DeepReadonly<CertificateSigningRequestCondition>[];

/**
 * CertificateSigningRequests: the server writes down who asks; the request never changes afterwards.
 *
 * @go k8s.io/kubernetes/pkg/registry/certificates/certificates#Strategy
 */
export const certificateSigningRequestResource: ResourceDefinition<CertificateSigningRequest> = {
  resource: 'certificatesigningrequests',
  singular: 'certificatesigningrequest',
  kind,
  shortNames: ['csr'],
  strategy: simpleStrategy<CertificateSigningRequest>({
    kind,
    namespaced: false,
    emptyStatus: () => ({}),
    prepareForCreate: noteRequester,
    prepareForUpdate: (object, old) => {
      keepMember(object, old, 'spec');
    },
    selectableFields: { 'spec.signerName': (request) => request.spec.signerName },
  }),
  statusStrategy: statusStrategy<CertificateSigningRequest>({ kind, prepareForUpdate: prepareStatus }),
};

/**
 * Updates of `certificatesigningrequests/approval`: only conditions change.
 *
 * @go k8s.io/kubernetes/pkg/registry/certificates/certificates#csrApprovalStrategy
 */
export const csrApprovalStrategy: SubresourceStrategy<CertificateSigningRequest> = {
  prepareForUpdate(object, old) {
    populateConditionTimestamps(object, old);
    const { conditions } = object.status;
    keepMember(object, old, 'spec');
    keepMember(object, old, 'status');
    if (conditions) object.status.conditions = conditions;
    else delete object.status.conditions;
  },
  validateUpdate: validateCsrApprovalUpdate,
};

function noteRequester(request: CertificateSigningRequest, { user }: RequestContext): void {
  const { spec } = request;
  delete spec.username;
  delete spec.uid;
  delete spec.groups;
  delete spec.extra;
  if (user.name !== '') spec.username = user.name;
  if (user.uid !== undefined && user.uid !== '') spec.uid = user.uid;
  if (user.groups.length > 0) spec.groups = [...user.groups];
  const extra = Object.entries(user.extra ?? {});
  if (extra.length > 0) spec.extra = Object.fromEntries(extra.map(([key, values]) => [key, [...values]]));
}

function prepareStatus(request: CertificateSigningRequest, old: DeepReadonly<CertificateSigningRequest>): void {
  const kept = keepDecisions(request.status.conditions ?? [], old.status.conditions ?? []);
  if (kept.length > 0) request.status.conditions = deepCopy(kept) as CertificateSigningRequestCondition[];
  else delete request.status.conditions;
  populateConditionTimestamps(request, old);
}

/** A status update may neither make nor undo a decision (validation refuses it), nor change what one says. */
function keepDecisions(conditions: Conditions, old: Conditions): Conditions {
  for (const type of ['Approved', 'Denied']) {
    const before = old.filter((condition) => condition.type === type);
    const after = conditions.filter((condition) => condition.type === type);
    if (before.length !== after.length) return conditions;
  }
  return conditions.map((condition) =>
    condition.type === 'Approved' || condition.type === 'Denied'
      ? (old.find((candidate) => candidate.type === condition.type) ?? condition)
      : condition,
  );
}

function populateConditionTimestamps(
  request: CertificateSigningRequest,
  old: DeepReadonly<CertificateSigningRequest>,
): void {
  const now = formatTime(Date.now());
  for (const condition of request.status.conditions ?? []) {
    condition.lastUpdateTime ??= now;
    condition.lastTransitionTime ??= lastTransition(condition, old.status.conditions ?? []) ?? now;
  }
}

function lastTransition(condition: CertificateSigningRequestCondition, old: Conditions): string | undefined {
  return old.find(({ type, status }) => type === condition.type && status === condition.status)?.lastTransitionTime;
}
