import { type DeepReadonly, type KubeObject, jsonEqual } from '@kubescript/apimachinery';

/**
 * Which of the mutators (webhooks, or policies with their bindings and parameters) of a request have to see the object
 * again.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/mutating#webhookReinvokeContext
 */
export class MutatorReinvocations {
  readonly #previouslyInvoked = new Set<string>();
  readonly #toReinvoke = new Set<string>();
  #lastOutput: DeepReadonly<KubeObject> | undefined;

  /** Whether the mutator has to run in the second round. */
  shouldReinvoke(mutator: string): boolean {
    return this.#toReinvoke.has(mutator);
  }

  /** Whether somebody else changed the object since `setLastOutput`. */
  isChangedSince(object: DeepReadonly<KubeObject> | undefined): boolean {
    return !jsonEqual(this.#lastOutput, object);
  }

  /** Keeps a copy of what the mutators made of the object. */
  setLastOutput(object: DeepReadonly<KubeObject> | undefined): void {
    this.#lastOutput = object === undefined ? undefined : structuredClone(object);
  }

  /** The mutator ran, and wants to again if something changes after it. */
  addPreviouslyInvoked(mutator: string): void {
    this.#previouslyInvoked.add(mutator);
  }

  /** Something changed: all that ran before have to again. */
  requireReinvoking(): void {
    for (const mutator of this.#previouslyInvoked) this.#toReinvoke.add(mutator);
    this.#previouslyInvoked.clear();
  }
}
