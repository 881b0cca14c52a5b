import type { APIService, APIServiceSpec } from '@kubescript/api/apiregistration/v1';

/** An APIService for tests; its group and version are those of its name. */
export function apiService(name: string, spec: Partial<APIServiceSpec> = {}, available?: 'True' | 'False'): APIService {
  const at = name.indexOf('.');
  const group = name.slice(at + 1);
  return {
    metadata: { name },
    spec: {
      ...(group === '' ? {} : { group }),
      version: name.slice(0, at),
      groupPriorityMinimum: 1000,
      versionPriority: 100,
      ...spec,
    },
    status:
      available === undefined
        ? {}
        : { conditions: [{ type: 'Available', status: available, lastTransitionTime: '2026-01-01T00:00:00Z' }] },
  };
}
