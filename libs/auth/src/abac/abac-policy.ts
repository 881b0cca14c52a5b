/** One line of a policy file: who may do what. A star stands for anything. */
export interface AbacPolicy {
  readonly user: string;
  readonly group: string;
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  readonly nonResourcePath: string;
}

const VERSION = 'abac.authorization.kubernetes.io/v1beta1';
const nothing: AbacPolicy = {
  user: '',
  group: '',
  readonly: false,
  apiGroup: '',
  resource: '',
  namespace: '',
  nonResourcePath: '',
};

/**
 * Reads a policy file: one JSON object per line; throws an Error that names the line.
 *
 * @go k8s.io/kubernetes/pkg/auth/authorizer/abac#NewFromFile
 */
export function parseAbacPolicies(text: string, path = 'policy file'): readonly AbacPolicy[] {
  return text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    try {
      return [parsePolicy(JSON.parse(trimmed))];
    } catch (error) {
      const where = `error reading policy file ${path}, line ${String(index + 1)}`;
      throw new Error(`${where}: ${trimmed}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function parsePolicy(value: unknown): AbacPolicy {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it is not an object');
  const { apiVersion, kind, spec, ...rest } = value as Record<string, unknown>;
  if (apiVersion === undefined && kind === undefined) return unversioned(membersOf(value));
  if (apiVersion !== VERSION || kind !== 'Policy') {
    throw new Error(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
  }
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Error(`unknown field ${JSON.stringify(unknown)}`);
  return withEverybody({ ...nothing, ...membersOf(spec ?? {}) });
}

function membersOf(value: object): Partial<AbacPolicy> {
  for (const [name, member] of Object.entries(value)) {
    const wanted = name === 'readonly' ? 'boolean' : 'string';
    if (!Object.hasOwn(nothing, name)) throw new Error(`unknown field ${JSON.stringify(name)}`);
    if (typeof member !== wanted) throw new Error(`${name} must be of type ${wanted}`);
  }
  return value;
}

/** The oldest format: a user or a group and a resource, in all groups; nobody named is everybody who is known. */
function unversioned(members: Partial<AbacPolicy>): AbacPolicy {
  const { user = '', group = '', readonly = false, resource = '', namespace = '' } = members;
  const isForAll = user === '' && group === '';
  return withEverybody({
    ...nothing,
    user,
    group: isForAll ? 'system:authenticated' : group,
    readonly,
    apiGroup: '*',
    resource: resource === '' ? '*' : resource,
    namespace: namespace === '' ? '*' : namespace,
    // Whoever may touch every resource may read every path, too.
    nonResourcePath: namespace === '' && resource === '' ? '*' : '',
  });
}

/** A star for the user or the group means everybody who is known. @go pkg/apis/abac/v1beta1#addConversionFuncs */
function withEverybody(policy: AbacPolicy): AbacPolicy {
  if (policy.user !== '*' && policy.group !== '*') return policy;
  return { ...policy, user: '', group: 'system:authenticated' };
}
