import type { RuleSettings } from '../model/local-traffic.ts';
import { type NftTable, baseRules, tableRef } from './base-rules.ts';
import { type ElementChange, ElementOwners } from './element-owners.ts';
import type { ServiceRules } from './service-rules.ts';

const NO_RULES: ServiceRules = { chains: new Map(), affinitySets: new Map(), elements: [] };

/**
 * A chain that nothing leads to any more is emptied at once, but deleted only after this time: kernels before 6.2 take
 * a moment to notice that a deleted map element no longer refers to it.
 */
const STALE_CHAIN_MS = 1000;

/**
 * The rule set of one table as it was last made, and the commands that bring it to where it should be: all of it the
 * first time and after a failure, from then on the difference alone.
 */
export class NftRuleSet {
  readonly #table: NftTable;
  readonly #applied = new Map<string, ServiceRules>();
  readonly #staleChains = new Map<string, number>();
  #owners = new ElementOwners();
  #isComplete = false;

  constructor(table: NftTable) {
    this.#table = table;
  }

  /** Whether the next commands replace the whole table, so need the rules of all service ports. */
  get needsAll(): boolean {
    return !this.#isComplete;
  }

  /** Whether emptied chains wait for their deletion. */
  get hasStaleChains(): boolean {
    return this.#staleChains.size > 0;
  }

  /** The next commands replace everything: what is in the kernel is unknown. */
  invalidate(): void {
    this.#isComplete = false;
  }

  /** Commands for a table that holds just these rules. */
  replaceAll(
    rules: ReadonlyMap<string, ServiceRules>,
    settings: RuleSettings,
    nodeIps: readonly string[],
  ): readonly string[] {
    this.#applied.clear();
    this.#staleChains.clear();
    this.#owners = new ElementOwners();
    this.#isComplete = true;
    return [...baseRules(this.#table, settings, nodeIps), ...this.update(rules, 0)];
  }

  /** Commands for changed service ports; those that are gone have undefined rules. */
  update(changes: ReadonlyMap<string, ServiceRules | undefined>, now: number): readonly string[] {
    const commands = new Commands(tableRef(this.#table));
    for (const [id, rules] of changes) {
      const before = this.#applied.get(id) ?? NO_RULES;
      this.#changeChains(commands, before, rules ?? NO_RULES, now);
      changeSets(commands, before, rules ?? NO_RULES);
      for (const change of this.#owners.set(id, rules?.elements ?? [])) commands.changeElement(change);
      if (rules === undefined) this.#applied.delete(id);
      else this.#applied.set(id, rules);
    }
    this.#deleteStale(commands, now);
    return commands.inOrder();
  }

  #changeChains(commands: Commands, before: ServiceRules, after: ServiceRules, now: number): void {
    for (const [chain, rules] of after.chains) {
      const old = before.chains.get(chain);
      if (old === undefined) {
        this.#staleChains.delete(chain);
        commands.addChain(chain);
      }
      if (old?.join('\n') !== rules.join('\n')) commands.setRules(chain, rules);
    }
    for (const chain of before.chains.keys()) {
      if (after.chains.has(chain)) continue;
      commands.emptyChain(chain);
      this.#staleChains.set(chain, now);
    }
  }

  #deleteStale(commands: Commands, now: number): void {
    for (const [chain, since] of this.#staleChains) {
      if (now - since < STALE_CHAIN_MS) continue;
      commands.deleteChain(chain);
      this.#staleChains.delete(chain);
    }
  }
}

function changeSets(commands: Commands, before: ServiceRules, after: ServiceRules): void {
  for (const [name, seconds] of after.affinitySets) {
    if (before.affinitySets.get(name) === seconds) continue;
    if (before.affinitySets.has(name)) commands.deleteSet(name);
    commands.addAffinitySet(name, seconds);
  }
  for (const name of before.affinitySets.keys()) if (!after.affinitySets.has(name)) commands.deleteSet(name);
}

/** Commands by the order in which nft must see them: nothing may be used before it is there, or go while it is used. */
class Commands {
  readonly #table: string;
  readonly #emptied: string[] = [];
  readonly #deletedElements: string[] = [];
  readonly #deletedSets: string[] = [];
  readonly #created: string[] = [];
  readonly #rules: string[] = [];
  readonly #addedElements: string[] = [];
  readonly #deletedChains: string[] = [];

  constructor(table: string) {
    this.#table = table;
  }

  addChain(chain: string): void {
    this.#created.push(`add chain ${this.#table} ${chain}`);
  }

  setRules(chain: string, rules: readonly string[]): void {
    this.#created.push(`flush chain ${this.#table} ${chain}`);
    for (const rule of rules) this.#rules.push(`add rule ${this.#table} ${chain} ${rule}`);
  }

  emptyChain(chain: string): void {
    this.#emptied.push(`flush chain ${this.#table} ${chain}`);
  }

  deleteChain(chain: string): void {
    this.#deletedChains.push(`delete chain ${this.#table} ${chain}`);
  }

  addAffinitySet(name: string, seconds: number): void {
    const type = this.#table.startsWith('ip6 ') ? 'ipv6_addr' : 'ipv4_addr';
    const flags = `flags dynamic,timeout ; timeout ${String(seconds)}s`;
    this.#created.push(`add set ${this.#table} ${name} { type ${type} ; ${flags} ; }`);
  }

  deleteSet(name: string): void {
    this.#deletedSets.push(`delete set ${this.#table} ${name}`);
  }

  changeElement({ table, key, isThere, wanted }: ElementChange): void {
    if (isThere) this.#deletedElements.push(`delete element ${this.#table} ${table} { ${key} }`);
    if (wanted === undefined) return;
    const comment = wanted.comment === undefined ? '' : ` comment "${wanted.comment}"`;
    const value = wanted.value === undefined ? '' : ` : ${wanted.value}`;
    this.#addedElements.push(`add element ${this.#table} ${table} { ${key}${comment}${value} }`);
  }

  inOrder(): readonly string[] {
    return [
      ...this.#deletedElements,
      ...this.#created,
      ...this.#emptied,
      ...this.#rules,
      ...this.#addedElements,
      ...this.#deletedSets,
      ...this.#deletedChains,
    ];
  }
}
