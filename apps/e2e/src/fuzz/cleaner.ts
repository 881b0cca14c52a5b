import type { Answer, ApiClient } from '../framework/api-client.ts';

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly { readonly name: string; readonly namespaced: boolean; readonly verbs: string[] }[];
}

interface Item {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** An object: the path of its resource's version, its resource, where it is and its name. */
interface Stored {
  readonly root: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** How often everything is looked through until nothing is left. */
const passes = 8;
/** What is looked through first: it can stand in the way of deleting the rest. */
const first = [
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'mutatingadmissionpolicies',
  'apiservices',
  'flowschemas',
  'prioritylevelconfigurations',
];
/** What is looked through last: the objects within must be gone before. */
const last = ['customresourcedefinitions', 'namespaces'];

/** Takes a server back to the objects that it had at the beginning. */
export class Cleaner {
  private readonly client: ApiClient;
  private readonly kept: ReadonlySet<string>;

  private constructor(client: ApiClient, kept: ReadonlySet<string>) {
    this.client = client;
    this.kept = kept;
  }

  /** What is there now is kept. */
  static async remember(client: ApiClient): Promise<Cleaner> {
    const none = new Cleaner(client, new Set());
    const objects: Stored[] = [];
    for (const resource of await none.resources()) objects.push(...(await none.objectsOf(resource)));
    return new Cleaner(client, new Set(objects.map(keyOf)));
  }

  /** Deletes what has come since, finalizers or not; returns how many objects that were. Rejects if some stay. */
  async clean(): Promise<number> {
    const seen = new Set<string>();
    let left: readonly Stored[] = [];
    for (let pass = 0; pass < passes; pass++) {
      left = await this.pass();
      if (left.length === 0) return seen.size;
      for (const object of left) seen.add(keyOf(object));
    }
    throw new Error(`cannot be deleted: ${left.map(keyOf).slice(0, 20).join(', ')}`);
  }

  /** Looks through everything once and returns what had to be deleted. */
  private async pass(): Promise<Stored[]> {
    const found: Stored[] = [];
    for (const resource of await this.resources()) {
      const strange = (await this.objectsOf(resource)).filter((object) => !this.kept.has(keyOf(object)));
      await Promise.all(strange.map((object) => this.remove(object)));
      found.push(...strange);
    }
    return found;
  }

  private async resources(): Promise<Pick<Stored, 'root' | 'resource'>[]> {
    const groups = (await this.client.request('GET', '/apis')).body as {
      groups: { preferredVersion: { groupVersion: string } }[];
    };
    const roots = ['/api/v1', ...groups.groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
    const found: Pick<Stored, 'root' | 'resource'>[] = [];
    for (const root of roots) {
      const { status, body } = await this.client.request('GET', root);
      if (status !== 200) continue;
      const usable = (body as ResourceList).resources.filter(
        ({ name, verbs }) => !name.includes('/') && verbs.includes('list') && verbs.includes('delete'),
      );
      found.push(...usable.map(({ name }) => ({ root, resource: name })));
    }
    return found.sort((a, b) => rank(a.resource) - rank(b.resource));
  }

  private async objectsOf({ root, resource }: Pick<Stored, 'root' | 'resource'>): Promise<Stored[]> {
    const { status, body } = await this.client.request('GET', `${root}/${resource}`);
    if (status !== 200) return [];
    return ((body as { items: Item[] | null }).items ?? []).map(({ metadata: { name, namespace = '' } }) => ({
      root,
      resource,
      namespace,
      name,
    }));
  }

  private async remove(object: Stored): Promise<void> {
    const path = pathOf(object);
    const options = { gracePeriodSeconds: 0, propagationPolicy: 'Background' };
    const { status, body } = await this.client.request('DELETE', path, { body: options });
    if (status === 404) return;
    const { metadata, spec } = (body ?? {}) as {
      metadata?: { finalizers?: string[] };
      spec?: { finalizers?: unknown };
    };
    if (metadata?.finalizers !== undefined) await this.patch(path, { metadata: { finalizers: null } });
    if (object.resource === 'namespaces' && spec?.finalizers !== undefined) await this.finalize(object);
  }

  private patch(path: string, body: object): Promise<Answer> {
    return this.client.request('PATCH', path, { body, contentType: 'application/merge-patch+json' });
  }

  private finalize(object: Stored): Promise<Answer> {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: object.name }, spec: { finalizers: [] } };
    return this.client.request('PUT', `${pathOf(object)}/finalize`, { body });
  }
}

function rank(resource: string): number {
  if (first.includes(resource)) return first.indexOf(resource) - first.length;
  return last.indexOf(resource) + 1;
}

function keyOf({ root, resource, namespace, name }: Stored): string {
  return `${root}/${resource}/${namespace}/${name}`;
}

function pathOf({ root, resource, namespace, name }: Stored): string {
  const base = namespace === '' ? root : `${root}/namespaces/${namespace}`;
  return `${base}/${resource}/${encodeURIComponent(name.toWellFormed())}`;
}
