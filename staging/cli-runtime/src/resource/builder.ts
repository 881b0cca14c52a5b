import { groupVersionKindOf, isNotFound, type KubeObject, parseLabelSelector } from '@kubescript/apimachinery';
import type { DiscoveredResource, DynamicObject, Transport } from '@kubescript/client';
import { supportsVerbs } from '@kubescript/client';

import type { ClusterAccess } from '../config/cluster-access.ts';
import { UsageError } from '../flags/parse-flags.ts';
import type { IoStreams } from '../streams/io-streams.ts';
import { readObjects, type FileObject } from './documents.ts';
import type { Info } from './info.ts';
import { getObject, requestObject } from './requests.ts';

/** What a command line says about the objects to work on. */
export interface Selection {
  readonly args?: readonly string[];
  readonly filenames?: readonly string[];
  readonly recursive?: boolean;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly allNamespaces?: boolean;
  /** A type without names means all its objects, also without a selector. */
  readonly selectAll?: boolean;
  /** Missing objects are skipped. */
  readonly ignoreNotFound?: boolean;
  readonly chunkSize?: number;
}

/** A type and the names that were given with it; no names mean all of the type. */
export interface TypeAndNames {
  readonly resource: DiscoveredResource;
  readonly names: readonly string[];
}

/**
 * Finds the objects that a command line names: files, `TYPE NAME…`, `TYPE/NAME…`, `TYPE1,TYPE2`, selectors.
 *
 * @go k8s.io/cli-runtime/pkg/resource#Builder
 */
export class Builder {
  readonly #access: ClusterAccess;
  readonly #streams: IoStreams;

  constructor(access: ClusterAccess, streams: IoStreams) {
    this.#access = access;
    this.#streams = streams;
  }

  /** The objects of files that match the label selector, not looked up on the server. Throws UsageError if there are no files. */
  async fromFiles(selection: Selection): Promise<Info[]> {
    const filenames = selection.filenames ?? [];
    if (filenames.length === 0) throw new UsageError('must specify -f');
    const objects = await readObjects(filenames, {
      recursive: selection.recursive ?? false,
      streams: this.#streams,
    });
    if (objects.length === 0) throw new UsageError('no objects were found in the files');
    const infos: Info[] = [];
    const selector = parseLabelSelector(selection.labelSelector ?? '');
    for (const file of objects) {
      if (selector.matches(file.object.metadata.labels)) infos.push(await this.#infoOfFile(file));
    }
    return infos;
  }

  /** The objects that the selection names, as the server has them. */
  async resolve(selection: Selection): Promise<Info[]> {
    const transport = await this.#access.transport();
    const found: Info[] = [];
    for (const info of await this.locate(selection)) {
      if (info.object !== undefined && info.source === '') found.push(info);
      else await this.#addCurrent(found, transport, info, selection);
    }
    return found;
  }

  async #addCurrent(found: Info[], transport: Transport, info: Info, selection: Selection): Promise<void> {
    try {
      found.push({ ...info, object: await getObject(transport, info) });
    } catch (err) {
      if (!(selection.ignoreNotFound === true && isNotFound(err))) throw err;
    }
  }

  /** As resolve, but objects that are named or stand in a file are not read from the server. */
  async locate(selection: Selection): Promise<Info[]> {
    if ((selection.filenames ?? []).length > 0) {
      if ((selection.args ?? []).length > 0) {
        throw new UsageError(
          'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
        );
      }
      return this.fromFiles(selection);
    }
    const namespace = selection.allNamespaces === true ? '' : await this.#access.namespace();
    const infos: Info[] = [];
    for (const { resource, names } of await this.types(selection)) {
      const scope = resource.namespaced ? namespace : '';
      if (names.length === 0) infos.push(...(await this.#list(resource, scope, selection)));
      else for (const name of names) infos.push({ resource, namespace: scope, name, source: '', object: undefined });
    }
    return infos;
  }

  /** The types and names that the arguments state; checks what may stand together. */
  async types(selection: Selection): Promise<TypeAndNames[]> {
    const pairs = await this.#parseArguments(selection.args ?? []);
    if (pairs.length === 0)
      throw new UsageError('you must provide one or more resources by argument or filename (.json|.yaml|.yml|stdin)');
    const named = pairs.some(({ names }) => names.length > 0);
    const selected = (selection.labelSelector ?? '') !== '' || (selection.fieldSelector ?? '') !== '';
    if (named && selected) throw new UsageError('name cannot be provided when a selector is specified');
    if (named && selection.allNamespaces === true && pairs.some(({ resource }) => resource.namespaced)) {
      throw new UsageError('a resource cannot be retrieved by name across all namespaces');
    }
    if (!named && !selected && selection.selectAll !== true) {
      throw new UsageError('resource(s) were provided, but no name was specified');
    }
    return pairs;
  }

  async #parseArguments(args: readonly string[]): Promise<TypeAndNames[]> {
    if (args.length === 0) return [];
    if (args.some((arg) => arg.includes('/'))) return this.#parsePairs(args);
    const [types = '', ...names] = args;
    const resources: DiscoveredResource[] = [];
    for (const word of types.split(',').filter((part) => part !== '')) resources.push(...(await this.#typesOf(word)));
    return resources.map((resource) => ({ resource, names }));
  }

  async #parsePairs(args: readonly string[]): Promise<TypeAndNames[]> {
    const pairs: TypeAndNames[] = [];
    for (const arg of args) {
      const [type = '', name = '', ...more] = arg.split('/');
      if (!arg.includes('/')) {
        throw new UsageError(
          `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'`,
        );
      }
      if (type === '' || name === '' || more.length > 0) {
        throw new UsageError('arguments in resource/name form must have a single resource and name');
      }
      pairs.push({ resource: await this.resourceOf(type), names: [name] });
    }
    return pairs;
  }

  async #typesOf(word: string): Promise<readonly DiscoveredResource[]> {
    const mapper = await this.#access.mapper();
    const inCategory = mapper.category(word).filter((resource) => supportsVerbs(resource, 'list'));
    return inCategory.length > 0 ? inCategory : [await this.resourceOf(word)];
  }

  /** The type that a word means; throws UsageError in kubectl's words if the server has none. */
  async resourceOf(word: string): Promise<DiscoveredResource> {
    const found = (await this.#access.mapper()).find(word);
    if (found === undefined) throw new UsageError(`the server doesn't have a resource type "${word}"`);
    return found;
  }

  async #infoOfFile({ source, object }: FileObject): Promise<Info> {
    const gvk = groupVersionKindOf(object);
    const resource = (await this.#access.mapper()).resourceOfKind(gvk);
    if (resource === undefined) {
      throw new UsageError(
        `resource mapping not found for name: "${object.metadata.name ?? ''}" namespace: "${object.metadata.namespace ?? ''}" from "${source}": no matches for kind "${gvk.kind}" in version "${object.apiVersion ?? ''}"\nensure CRDs are installed first`,
      );
    }
    const namespace = await this.#namespaceOfFile(object, resource);
    const metadata = namespace === '' ? object.metadata : { ...object.metadata, namespace };
    return {
      resource,
      namespace,
      name: object.metadata.name ?? '',
      source,
      object: { ...object, metadata } as unknown as DynamicObject,
    };
  }

  async #namespaceOfFile(object: KubeObject, resource: DiscoveredResource): Promise<string> {
    if (!resource.namespaced) return '';
    const wanted = await this.#access.namespace();
    const stated = object.metadata.namespace ?? '';
    if (stated === '') return wanted;
    if (this.#access.namespaceIsExplicit && stated !== wanted) {
      throw new UsageError(
        `the namespace from the provided object "${stated}" does not match the namespace "${wanted}". You must pass '--namespace=${stated}' to perform this operation.`,
      );
    }
    return stated;
  }

  async #list(resource: DiscoveredResource, namespace: string, selection: Selection): Promise<Info[]> {
    const transport = await this.#access.transport();
    const infos: Info[] = [];
    let token: string | undefined;
    do {
      const list = (await requestObject(transport, {
        verb: 'list',
        method: 'GET',
        resource,
        namespace,
        query: {
          labelSelector: orUndefined(selection.labelSelector),
          fieldSelector: orUndefined(selection.fieldSelector),
          limit: selection.chunkSize ?? 500,
          continue: token,
        },
      })) as unknown as ListAnswer;
      infos.push(...list.items.map((item) => infoOfItem(item, resource)));
      token = orUndefined(list.metadata.continue);
    } while (token !== undefined);
    return infos;
  }
}

interface ListAnswer {
  readonly metadata: { readonly continue?: string };
  readonly items: readonly DynamicObject[];
}

function infoOfItem(item: DynamicObject, resource: DiscoveredResource): Info {
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return {
    resource,
    namespace: item.metadata.namespace ?? '',
    name: item.metadata.name ?? '',
    source: '',
    object: { ...item, apiVersion, kind: resource.kind },
  };
}

function orUndefined(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
