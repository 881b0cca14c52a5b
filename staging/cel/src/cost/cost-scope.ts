import type { Estimate } from './estimates.ts';
import type { EntrySize } from './sizes.ts';

/** What is known of a comprehension's variable. */
export interface LocalVariable {
  readonly path: readonly string[] | undefined;
  readonly size: Estimate | undefined;
  readonly entrySize: EntrySize | undefined;
}

/** The variables in scope; of the same name the innermost counts. */
export class CostScopes {
  readonly #stacks = new Map<string, LocalVariable[]>();

  push(name: string, variable: LocalVariable): void {
    const stack = this.#stacks.get(name);
    if (stack === undefined) this.#stacks.set(name, [variable]);
    else stack.push(variable);
  }

  pop(name: string): void {
    this.#stacks.get(name)?.pop();
  }

  peek(name: string): LocalVariable | undefined {
    return this.#stacks.get(name)?.at(-1);
  }
}
