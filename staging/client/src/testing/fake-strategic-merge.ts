/** Merge keys of lists by the name of their field, for want of schemas; the first one that the elements have counts. */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  conditions: ['type'],
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  env: ['name'],
  ports: ['containerPort', 'port'],
  ownerReferences: ['uid'],
  addresses: ['type'],
  podIPs: ['ip'],
  hostIPs: ['ip'],
  imagePullSecrets: ['name'],
  secrets: ['name'],
  tolerations: [],
  taints: [],
};

type Json = Readonly<Record<string, unknown>>;

/** A strategic merge patch by the names of fields: enough for what components send, not a stand-in for the server's. */
export function fakeStrategicMergePatch(original: unknown, patch: unknown): unknown {
  return mergeMaps(structuredClone(original) as Json, structuredClone(patch) as Json);
}

function mergeMaps(original: Json, patch: Json): Json {
  const result: Record<string, unknown> = { ...original };
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith('$')) applyDirective(result, name, value);
    else if (value === null) Reflect.deleteProperty(result, name);
    else if (Array.isArray(value)) result[name] = mergeLists(name, result[name], value);
    else if (typeof value === 'object') result[name] = mergeMaps(asMap(result[name]), value as Json);
    else result[name] = value;
  }
  return result;
}

function applyDirective(result: Record<string, unknown>, name: string, value: unknown): void {
  const list = /^\$deleteFromPrimitiveList\/(.*)$/.exec(name)?.[1];
  if (list === undefined) return;
  const dropped = new Set(value as unknown[]);
  result[list] = ((result[list] ?? []) as unknown[]).filter((item) => !dropped.has(item));
}

function mergeLists(field: string, original: unknown, patch: readonly unknown[]): unknown {
  const old = Array.isArray(original) ? (original as unknown[]) : [];
  if (field === 'finalizers') return [...new Set([...old, ...patch])];
  const key = mergeKeys[field]?.find((candidate) => patch.every((item) => candidate in asMap(item)));
  if (key === undefined) return patch;
  const result = [...old];
  for (const item of patch as readonly Json[]) {
    const at = result.findIndex((existing) => asMap(existing)[key] === item[key]);
    if (item['$patch'] === 'delete') {
      if (at >= 0) result.splice(at, 1);
    } else if (at >= 0) result[at] = mergeMaps(asMap(result[at]), item);
    else result.push(item);
  }
  return result;
}

function asMap(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
