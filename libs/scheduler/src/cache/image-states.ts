import type { Node } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import type { ImageState } from '@kubescript/kube-scheduler';

/** Which image is on how many nodes, under each of its names. */
export class ImageStates {
  readonly #states = new Map<string, ImageState & { readonly nodes: Set<string> }>();

  /** Takes note of the images of a node, in place of what was known, and returns their states by name. */
  replace(before: ReadonlyMap<string, ImageState>, node: DeepReadonly<Node>): ReadonlyMap<string, ImageState> {
    const nodeName = nameOf(node);
    const states = new Map<string, ImageState>();
    for (const { names = [], sizeBytes = 0 } of node.status.images ?? []) {
      for (const name of names) states.set(name, this.#add(name, sizeBytes, nodeName));
    }
    for (const name of before.keys()) if (!states.has(name)) this.#remove(name, nodeName);
    return states;
  }

  /** Forgets the images of a node that is gone. */
  remove(before: ReadonlyMap<string, ImageState>, nodeName: string): void {
    for (const name of before.keys()) this.#remove(name, nodeName);
  }

  #add(name: string, sizeBytes: number, nodeName: string): ImageState {
    let state = this.#states.get(name);
    if (state === undefined) {
      state = { sizeBytes, numNodes: 0, nodes: new Set() };
      this.#states.set(name, state);
    }
    state.nodes.add(nodeName);
    state.numNodes = state.nodes.size;
    return state;
  }

  #remove(name: string, nodeName: string): void {
    const state = this.#states.get(name);
    if (state === undefined) return;
    state.nodes.delete(nodeName);
    state.numNodes = state.nodes.size;
    if (state.numNodes === 0) this.#states.delete(name);
  }
}
