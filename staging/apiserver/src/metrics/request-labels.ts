import type { ServerRequest } from '../server/http.ts';

/** How the metrics of requests tell them apart. */
export interface RequestLabels {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: string;
  readonly component: string;
}

const verbNames: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
  proxy: 'PROXY',
};
const connectSubresources = new Set(['exec', 'attach', 'portforward', 'proxy']);
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT']);

/** @go k8s.io/apiserver/pkg/endpoints/metrics#cleanVerb */
function verbOf({ info, method, headers }: ServerRequest): string {
  if (!info?.isResourceRequest) return methods.has(method) ? method : 'other';
  if (connectSubresources.has(info.subresource)) return 'CONNECT';
  if (info.verb === 'patch' && headers['content-type']?.startsWith('application/apply-patch') === true) return 'APPLY';
  return Object.hasOwn(verbNames, info.verb) ? (verbNames[info.verb] ?? 'other') : 'other';
}

/** @go k8s.io/apiserver/pkg/endpoints/metrics#CleanScope */
function scopeOf({ info }: ServerRequest): string {
  if (!info?.isResourceRequest) return '';
  if (info.name !== '' || info.verb === 'create') return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}

/** Of a request that is for no resource the path stands for the subresource. */
export function labelsOf(request: ServerRequest): RequestLabels {
  const { info } = request;
  return {
    verb: verbOf(request),
    group: info?.apiGroup ?? '',
    version: info?.apiVersion ?? '',
    resource: info?.resource ?? '',
    subresource: info?.isResourceRequest === true ? info.subresource : request.path,
    scope: scopeOf(request),
    component: 'apiserver',
  };
}
