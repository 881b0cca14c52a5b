import type { Clock } from '@kubescript/apimachinery';

import type { Backend } from '../driver/backend.ts';
import { type Exec, ExecError } from '../driver/exec.ts';
import { nodeAddresses } from '../driver/node-addresses.ts';
import type { IpFamily } from '../model/addresses.ts';
import type { RuleSettings } from '../model/local-traffic.ts';
import type { ServicePort } from '../model/service-port.ts';
import { type NodePlace, trafficOf } from '../model/traffic.ts';
import type { ServiceView } from '../tracker/service-tracker.ts';
import { tableRef } from './base-rules.ts';
import { NftRuleSet } from './rule-set.ts';
import { type ServiceRules, serviceRules } from './service-rules.ts';

/** How a backend is made. */
export interface NftBackendOptions {
  readonly family: IpFamily;
  /** Name of the table, upstream's by default. Two proxies in one network namespace must not share one. */
  readonly tableName?: string;
  readonly settings: RuleSettings;
  /** Asked at every sync: the zone of the node may become known later. */
  readonly place: () => NodePlace;
  readonly exec: Exec;
  readonly clock: Clock;
}

/** Name of the table that kube-proxy keeps its rules in. */
export const KUBE_PROXY_TABLE = 'kube-proxy';

/** Rules in a table of nftables, changed by one `nft -f -` per sync, which applies all of its commands or none. */
export class NftBackend implements Backend {
  readonly #options: NftBackendOptions;
  readonly #rules: NftRuleSet;
  /** The ids under which the ports of a service are in the rule set. */
  readonly #ids = new Map<string, readonly string[]>();

  constructor(options: NftBackendOptions) {
    this.#options = options;
    this.#rules = new NftRuleSet({ family: options.family, name: options.tableName ?? KUBE_PROXY_TABLE });
  }

  get needsAll(): boolean {
    return this.#rules.needsAll;
  }

  get resyncAfterMs(): number | undefined {
    return this.#rules.hasStaleChains ? 1100 : undefined;
  }

  async sync(services: ReadonlyMap<string, ServiceView>, signal: AbortSignal): Promise<void> {
    const { exec, clock, family, settings } = this.#options;
    if (this.needsAll) this.#ids.clear();
    const commands = this.needsAll
      ? this.#rules.replaceAll(this.#rulesOf(services), settings, nodeAddresses(family, settings.nodePortAddresses))
      : this.#rules.update(this.#changes(services), clock.now());
    if (commands.length === 0) return;
    try {
      await exec('nft', ['-f', '-'], { input: `${commands.join('\n')}\n`, signal });
    } catch (err) {
      this.#rules.invalidate();
      throw err;
    }
  }

  #rulesOf(services: ReadonlyMap<string, ServiceView>): ReadonlyMap<string, ServiceRules> {
    const { family, settings, place } = this.#options;
    const rules = new Map<string, ServiceRules>();
    for (const [key, { ports, endpoints }] of services) {
      if (ports.length === 0) this.#ids.delete(key);
      else
        this.#ids.set(
          key,
          ports.map((port) => idOf(key, port)),
        );
      for (const port of ports) {
        const traffic = trafficOf(port, endpoints.get(port.portName) ?? [], place());
        rules.set(idOf(key, port), serviceRules(port, traffic, family, settings));
      }
    }
    return rules;
  }

  /** The rules of changed services, and undefined for their ports that are gone. */
  #changes(services: ReadonlyMap<string, ServiceView>): ReadonlyMap<string, ServiceRules | undefined> {
    const changes = new Map<string, ServiceRules | undefined>();
    for (const key of services.keys()) {
      for (const id of this.#ids.get(key) ?? []) changes.set(id, undefined);
    }
    for (const [id, rules] of this.#rulesOf(services)) changes.set(id, rules);
    return changes;
  }
}

function idOf(serviceKey: string, { portName }: ServicePort): string {
  return `${serviceKey}:${portName}`;
}

/** Removes the tables of all families; that one, or nft itself, is not there is no error. */
export async function cleanupNft(exec: Exec, tableName: string = KUBE_PROXY_TABLE): Promise<void> {
  for (const family of ['IPv4', 'IPv6'] as const) {
    const ref = tableRef({ family, name: tableName });
    try {
      await exec('nft', ['-f', '-'], { input: `add table ${ref}\ndelete table ${ref}\n` });
    } catch (err) {
      if (!(err instanceof ExecError) || err.exitCode !== undefined) throw err;
    }
  }
}
