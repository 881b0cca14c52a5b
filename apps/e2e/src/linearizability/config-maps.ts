import type { ConfigMap, ConfigMapList } from '@kubescript/api/core/v1';

import { type Answer, type ApiClient, Hung, NotSent } from '../framework/api-client.ts';
import type { Call, Listing, Operation, Outcome, Version } from './history.ts';

export const namespace = 'linearizability';
const collection = `/api/v1/namespaces/${namespace}/configmaps`;

/** How a client acts on the objects of the test, and what it was told. */
export class ConfigMapClient {
  readonly name: string;
  private readonly client: ApiClient;

  constructor(name: string, client: ApiClient) {
    this.name = name;
    this.client = client;
  }

  /** Carries out a call and says how it went; undefined if no server was there to ask. */
  async perform(key: string, call: Call): Promise<Operation | undefined> {
    const invoked = performance.now();
    const outcome = await this.outcomeOf(key, call);
    if (outcome === undefined) return undefined;
    const completed = outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
    return { client: this.name, key, call, outcome, invoked, completed };
  }

  /** Lists the objects; undefined if there was no answer. */
  async list(consistent: boolean): Promise<Listing | undefined> {
    const invoked = performance.now();
    const answer = await this.answer('GET', collection + (consistent ? '' : '?resourceVersion=0'));
    if (answer?.status !== 200) return undefined;
    const { metadata, items } = answer.body as ConfigMapList;
    return {
      client: this.name,
      invoked,
      completed: performance.now(),
      rv: Number(metadata.resourceVersion),
      consistent,
      items: new Map(items.map((item) => [item.metadata.name ?? '', versionOf(item)])),
    };
  }

  /** The stream of a watch: its status, then its events. */
  watch(from: number, signal: AbortSignal): AsyncGenerator<number | object, void> {
    return this.client.lines(`${collection}?watch=true&allowWatchBookmarks=true&resourceVersion=${from}`, signal);
  }

  private async outcomeOf(key: string, call: Call): Promise<Outcome | undefined> {
    const { method, path, body } = requestOf(key, call);
    const answer = await this.answer(method, path, body);
    return answer === undefined ? undefined : outcomeOf(call, answer);
  }

  private async answer(method: string, path: string, body?: object): Promise<Answer | undefined> {
    try {
      const patch = method === 'PATCH' ? { contentType: 'application/merge-patch+json' } : {};
      return await this.client.request(method, path, { body, ...patch });
    } catch (error) {
      if (error instanceof Hung) throw error;
      return error instanceof NotSent ? undefined : { status: 0, body: undefined };
    }
  }
}

/** An update without condition is a merge patch, which the server tries again until it fits. */
function requestOf(key: string, call: Call): { method: string; path: string; body?: object } {
  const path = `${collection}/${key}`;
  switch (call.kind) {
    case 'create':
      return { method: 'POST', path: collection, body: { metadata: { name: key }, data: { value: call.value } } };
    case 'update': {
      const { value, expected } = call;
      const data = { data: { value } };
      if (expected === undefined) return { method: 'PATCH', path, body: data };
      const metadata = { name: key, resourceVersion: String(expected) };
      return { method: 'PUT', path, body: { metadata, ...data } };
    }
    case 'delete': {
      const { expected } = call;
      if (expected === undefined) return { method: 'DELETE', path };
      return { method: 'DELETE', path, body: { preconditions: { resourceVersion: String(expected) } } };
    }
    case 'get':
      return { method: 'GET', path };
  }
}

function outcomeOf(call: Call, { status, body }: Answer): Outcome {
  if (status === 200 || status === 201) {
    if (call.kind !== 'delete') return { kind: 'ok', version: versionOf(body as ConfigMap) };
    return { kind: 'deleted', uid: (body as { details?: { uid?: string } }).details?.uid ?? '' };
  }
  if (status === 404) return { kind: 'absent' };
  if (status === 409) return { kind: call.kind === 'create' ? 'exists' : 'conflict' };
  if (status === 0 || status >= 500 || status === 429) return { kind: 'unknown' };
  throw new Error(`${call.kind} was answered with ${status}: ${JSON.stringify(body)}`);
}

/** What the test looks at in an object. */
export function versionOf({ metadata, data }: ConfigMap): Version {
  return { rv: Number(metadata.resourceVersion), uid: metadata.uid ?? '', value: data?.['value'] ?? '' };
}
