import type { FuzzRequest } from './fuzz-request.ts';
import type { Random } from './random.ts';

const contentTypes = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/cbor',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
  'application/json; charset=utf-16',
  ';;;',
  '',
];
const accepts = [
  ...['*/*', 'application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf', 'text/html', 'a;q=nope'],
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=Nope;v=v9;g=meta.k8s.io',
  'application/json;stream=watch',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const queries = [
  ...[
    'labelSelector',
    'fieldSelector',
    'continue',
    'limit',
    'resourceVersion',
    'resourceVersionMatch',
    'timeoutSeconds',
  ],
  ...[
    'watch',
    'sendInitialEvents',
    'allowWatchBookmarks',
    'dryRun',
    'fieldValidation',
    'fieldManager',
    'force',
    'pretty',
  ],
  ...['gracePeriodSeconds', 'propagationPolicy', 'orphanDependents', 'includeObject', 'timeout', '%00', 'nope'],
];
/** What a path may go on with. */
const subresources = [
  ...['status', 'scale', 'log', 'proxy', 'eviction', 'token', 'binding', 'x', 'ephemeralcontainers', 'resize', 'exec'],
  ...['constructor', '__proto__', 'toString'],
];
const oddTexts = [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'],
  ...[
    '',
    ' ',
    '/',
    '..',
    '%',
    '%2F',
    '%zz',
    'null',
    'true',
    '-1',
    '0',
    '9223372036854775808',
    '1e999',
    'NaN',
    '\u0000',
  ],
  ...['a,b', 'a in (b', 'a=b=c', '!', 'a notin (x,y),!z', 'metadata.name=x', 'spec.nodeName!=', '{}', '[]', '"', "'"],
  ...[
    '\ud800',
    '\u202e',
    'é',
    '𝒳',
    '(a+)+$',
    '[',
    'self.x.all(y, y == self)',
    '$(X)',
    '${x}',
    '{{.}}',
    '10.0.0.0/33',
    '::1',
  ],
  'a'.repeat(300),
];
const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 63), [], {}, [null], [[]], { '': null }],
  ...[{ __proto__: 1 }, { constructor: { prototype: 1 } }, { $patch: 'delete' }, { $patch: 'replace', a: 1 }],
  ...[{ $setElementOrder: [] }, { $retainKeys: ['x'] }, { $deleteFromPrimitiveList: 1 }, { 'a/b': { '~': 1 } }],
  ...oddTexts,
];

/** The request with one to four things about it changed. */
export function mutate(request: FuzzRequest, random: Random): FuzzRequest {
  let mutated = request;
  for (let count = 1 + random.below(4); count > 0; count--) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(request: FuzzRequest, random: Random): FuzzRequest {
  const dice = random.next();
  if (dice < 0.55) return { ...request, body: mutateBody(request.body, random) };
  if (dice < 0.7) return { ...request, query: mutateQuery(request.query, random) };
  if (dice < 0.8) return { ...request, path: mutatePath(request.path, random) };
  if (dice < 0.88) return withHeader(request, 'content-type', random.pick(contentTypes));
  if (dice < 0.94) return withHeader(request, 'accept', random.pick(accepts));
  return { ...request, method: random.pick(methods) };
}

function withHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

function mutateQuery(query: string, random: Random): string {
  const value = encodeURIComponent(random.pick(oddTexts).toWellFormed());
  const more = `${random.pick(queries)}=${random.chance(0.3) ? '1' : value}`;
  return query === '' || random.chance(0.3) ? more : `${query}&${more}`;
}

function mutatePath(path: string, random: Random): string {
  const parts = path.split('/');
  const index = random.below(parts.length + 1);
  const odd = encodeURIComponent(random.pick(oddTexts).toWellFormed());
  const dice = random.next();
  if (dice < 0.4) parts.splice(index, 1, odd);
  else if (dice < 0.6) parts.splice(index, 0, odd);
  else if (dice < 0.8) parts.splice(index, 1);
  else parts.push(random.pick(subresources));
  const mutated = parts.join('/');
  return mutated.startsWith('/') ? mutated : `/${mutated}`;
}

function mutateBody(body: string | Buffer, random: Random): string | Buffer {
  if (random.chance(0.15)) return mutateBytes(Buffer.from(body), random);
  try {
    return JSON.stringify(mutateTree(JSON.parse(String(body)), random));
  } catch {
    return mutateBytes(Buffer.from(body), random);
  }
}

/** A part cut off, repeated or overwritten. */
function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const from = random.below(bytes.length + 1);
  const to = from + random.below(Math.min(64, bytes.length - from + 1));
  const dice = random.next();
  if (dice < 0.3) return bytes.subarray(0, from);
  if (dice < 0.6) return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  if (dice < 0.8) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  const noise = Buffer.from(Array.from({ length: 1 + random.below(8) }, () => random.below(256)));
  return Buffer.concat([bytes.subarray(0, from), noise, bytes.subarray(to)]);
}

/** One value somewhere in the tree is changed. */
function mutateTree(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.08)) return mutateValue(value, random);
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0 || random.chance(0.1)) return mutateContainer(value, random);
  const [key, child] = random.pick(entries);
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  (copy as Record<string, unknown>)[key] = mutateTree(child, random);
  return copy;
}

function mutateContainer(value: object, random: Random): unknown {
  const odd = random.pick(oddValues);
  if (Array.isArray(value))
    return random.chance(0.5) ? [...(value as unknown[]), ...(value as unknown[])] : [...(value as unknown[]), odd];
  const keys = Object.keys(value);
  if (keys.length === 0 || random.chance(0.5)) return { ...value, [random.pick(oddTexts)]: odd };
  const gone = random.pick(keys);
  const rest = Object.entries(value as Record<string, unknown>).filter(([key]) => key !== gone);
  const moved = [random.pick(keys), (value as Record<string, unknown>)[gone]] as const;
  return Object.fromEntries(random.chance(0.5) ? rest : [...rest, moved]);
}

function mutateValue(value: unknown, random: Random): unknown {
  const dice = random.next();
  if (dice < 0.02) return nested(value, 20 + random.below(12_000));
  if (dice < 0.04) return String(value).repeat(1 + random.below(2000));
  if (dice < 0.1) return [value];
  if (dice < 0.16) return { [random.pick(oddTexts)]: value };
  if (dice < 0.24 && typeof value === 'string') return value + random.pick(oddTexts);
  return random.pick(oddValues);
}

/** Made without recursion, so that depth costs no stack here. */
function nested(value: unknown, depth: number): unknown {
  let tree = value;
  for (let level = 0; level < Math.min(depth, 3000); level++) tree = level % 2 === 0 ? [tree] : { a: tree };
  return tree;
}
