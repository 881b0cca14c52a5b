/** What a path and method mean, as in upstream's `RequestInfo` (apiserver/pkg/endpoints/request/requestinfo.go). */
export interface RequestInfo {
  readonly isResourceRequest: boolean;
  readonly path: string;
  /** API verb for resource requests (get, list, watch, create, update, patch, delete, deletecollection, proxy), else the lower-case method. */
  readonly verb: string;
  readonly apiPrefix: string;
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Path segments after the resource: `["pods", "web", "proxy", "index.html"]`. */
  readonly parts: readonly string[];
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

const apiPrefixes = new Set(['api', 'apis']);
const grouplessPrefix = 'api';
/** First segments of deprecated paths: `/api/v1/watch/pods`. */
const specialVerbs = new Set(['proxy', 'watch']);
/** Subresources of a namespace itself, which look like resources within it. */
const namespaceSubresources = new Set(['status', 'finalize']);

const verbOfMethod: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/**
 * Reads group, version, namespace, resource, name and verb from a request, without knowing which resources exist.
 * The path is percent-decoded before it is parted.
 *
 * @go k8s.io/apiserver/pkg/endpoints/request#(*RequestInfoFactory).NewRequestInfo
 */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const nonResource: RequestInfo = { ...emptyInfo, path, verb: method.toLowerCase() };
  const segments = splitPath(path);
  const [prefix = ''] = segments;
  if (segments.length < 3 || !apiPrefixes.has(prefix)) return nonResource;
  let rest = segments.slice(1);
  let apiGroup = '';
  if (prefix !== grouplessPrefix) {
    if (rest.length < 3) return { ...nonResource, apiPrefix: prefix };
    apiGroup = rest[0] ?? '';
    rest = rest.slice(1);
  }
  const apiVersion = rest[0] ?? '';
  rest = rest.slice(1);

  let verb = verbOfMethod[method] ?? '';
  const special = specialVerbs.has(rest[0] ?? '');
  if (special) {
    if (rest.length < 2) return { ...nonResource, apiPrefix: prefix, apiGroup, apiVersion };
    verb = rest[0] ?? '';
    rest = rest.slice(1);
  }

  let namespace = '';
  let parts = rest;
  if (rest[0] === 'namespaces') {
    namespace = rest[1] ?? '';
    if (rest.length > 2 && !namespaceSubresources.has(rest[2] ?? '')) parts = rest.slice(2);
  }
  const [resource = '', partName = '', subresource = ''] = parts;
  let name = partName;

  if (name === '' && verb === 'get') verb = isWatch(query) ? 'watch' : 'list';
  if ((verb === 'list' || verb === 'watch') && name === '')
    name = nameOfFieldSelector(query.get('fieldSelector') ?? '');
  if (name === '' && verb === 'delete') verb = 'deletecollection';

  return {
    isResourceRequest: true,
    path,
    verb,
    apiPrefix: prefix,
    apiGroup,
    apiVersion,
    namespace,
    resource,
    subresource,
    name,
    parts,
    fieldSelector: query.get('fieldSelector') ?? '',
    labelSelector: query.get('labelSelector') ?? '',
  };
}

/** Whether the query asks for a watch; anything that is not a false boolean counts as yes. */
export function isWatch(query: URLSearchParams): boolean {
  const watch = query.get('watch');
  return watch !== null && parseQueryBoolean(watch);
}

/** A boolean of the query as upstream's conversion reads it: only '0' and 'false' (any case) are false. */
export function parseQueryBoolean(text: string): boolean {
  const value = text.toLowerCase();
  return value !== '0' && value !== 'false';
}

/** Whether a request may last: watches and streams (upstream's BasicLongRunningRequestCheck). */
export function isLongRunning(info: RequestInfo): boolean {
  if (!info.isResourceRequest) return info.path.startsWith('/debug/pprof/');
  if (info.verb === 'watch' || info.verb === 'proxy') return true;
  return longRunningSubresources.has(info.subresource);
}

const longRunningSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

const emptyInfo: RequestInfo = {
  isResourceRequest: false,
  path: '',
  verb: '',
  apiPrefix: '',
  apiGroup: '',
  apiVersion: '',
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
  parts: [],
  fieldSelector: '',
  labelSelector: '',
};

/** Segments of the decoded path: an encoded slash parts them like any other, as in Go. */
function splitPath(path: string): string[] {
  const trimmed = decodePath(path).replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A selector of one name makes a list a request for that name, which is what authorizers may allow. */
function nameOfFieldSelector(selector: string): string {
  const match = /(?:^|,)metadata\.name==?([^,]+)/.exec(selector);
  const name = match?.[1] ?? '';
  return /^[^/%]+$/.test(name) ? name : '';
}
