/** Says which pull request approved an API of a community group, or why it has none. */
export const approvedAnnotation = 'api-approved.kubernetes.io';

/** Whether a definition may stand in a group of the Kubernetes community. */
export interface ApiApproval {
  readonly state: 'Missing' | 'Invalid' | 'Approved' | 'Bypassed';
  readonly reason: string;
}

/** Groups that belong to the Kubernetes community. @go apiextensions-apiserver/pkg/apihelpers#IsProtectedCommunityGroup */
export function isProtectedGroup(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((owner) => group === owner || group.endsWith(`.${owner}`));
}

/** Reads the approval from annotations. @go apiextensions-apiserver/pkg/apihelpers#GetAPIApprovalState */
export function apiApprovalOf(annotations: Readonly<Record<string, string>> | undefined): ApiApproval {
  const value = annotations?.[approvedAnnotation] ?? '';
  if (value === '') {
    const reason =
      'protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111';
    return { state: 'Missing', reason };
  }
  if (value.startsWith('unapproved')) {
    return { state: 'Bypassed', reason: `not approved: ${JSON.stringify(value)}` };
  }
  if (isUrl(value)) return { state: 'Approved', reason: `approved in ${value}` };
  const reason =
    'protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111';
  return { state: 'Invalid', reason };
}

function isUrl(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed !== null && parsed.host !== '' && parsed.protocol !== '';
}
