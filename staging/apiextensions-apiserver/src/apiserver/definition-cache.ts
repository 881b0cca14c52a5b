import type { DeepReadonly } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import type { SharedInformer } from '@kubescript/client';

import { isConditionTrue } from '../apis/helpers.ts';
import { type ServingDeps, ServingInfo } from './serving-info.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;

/** What serves each definition, kept as the definitions are. */
export class DefinitionCache implements AsyncDisposable {
  readonly #deps: ServingDeps;
  readonly #infos = new Map<string, ServingInfo>();
  readonly #closing = new Set<Promise<void>>();
  #generation = 0;
  #schemaGeneration = 0;

  constructor(deps: ServingDeps) {
    this.#deps = deps;
  }

  /** Another number whenever anything about any definition has changed. */
  get generation(): number {
    return this.#generation;
  }

  /** Another number whenever what OpenAPI documents show has changed. */
  get schemaGeneration(): number {
    return this.#schemaGeneration;
  }

  /** What serves the definition of that name. */
  get(name: string): ServingInfo | undefined {
    return this.#infos.get(name);
  }

  /** What serves all definitions, by their names. */
  all(): readonly ServingInfo[] {
    return [...this.#infos.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, info]) => info);
  }

  /** Follows the definitions that the informer knows. */
  follow(informer: SharedInformer<CustomResourceDefinition>): void {
    informer.addEventHandler({
      onAdd: (crd) => {
        this.#set(crd);
      },
      onUpdate: (_old, crd) => {
        this.#set(crd);
      },
      onDelete: ({ metadata }) => {
        this.#generation++;
        this.#schemaGeneration++;
        this.#remove(metadata.name ?? '');
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of [...this.#infos.keys()]) this.#remove(name);
    await Promise.all(this.#closing);
  }

  #set(crd: Crd): void {
    const name = crd.metadata.name ?? '';
    this.#generation++;
    const before = this.#infos.get(name);
    const wasEstablished = before !== undefined && isConditionTrue(before.crd, 'Established');
    if (before?.accept(crd) === true) {
      if (wasEstablished !== isConditionTrue(crd, 'Established')) this.#schemaGeneration++;
      return;
    }
    this.#schemaGeneration++;
    this.#remove(name);
    this.#infos.set(name, new ServingInfo(crd, this.#deps));
  }

  /** Closes what served a definition; requests that run end first. */
  #remove(name: string): void {
    const info = this.#infos.get(name);
    if (!info) return;
    this.#infos.delete(name);
    const closing = info[Symbol.asyncDispose]();
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
  }
}
