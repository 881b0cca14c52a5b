import { writeFile } from 'node:fs/promises';

import type { Backend } from '../driver/backend.ts';
import { type Exec, ExecError } from '../driver/exec.ts';
import { nodeAddresses } from '../driver/node-addresses.ts';
import type { IpFamily } from '../model/addresses.ts';
import { type NodePlace, trafficOf } from '../model/traffic.ts';
import type { ServiceView } from '../tracker/service-tracker.ts';
import {
  type IptablesSettings,
  type IptablesTable,
  JUMPS,
  type Jump,
  fixedChains,
  nodePortRules,
} from './base-rules.ts';
import { type ServiceRules, type SharedChain, serviceRules } from './service-rules.ts';

/** How a backend is made. */
export interface IptablesBackendOptions {
  readonly family: IpFamily;
  readonly settings: IptablesSettings;
  readonly place: () => NodePlace;
  readonly exec: Exec;
  /** How often to look whether somebody else removed the rules, milliseconds. */
  readonly checkPeriodMs: number;
}

const SHARED_CHAINS: readonly SharedChain[] = [
  'nat KUBE-SERVICES',
  'nat KUBE-NODEPORTS',
  'filter KUBE-SERVICES',
  'filter KUBE-EXTERNAL-SERVICES',
  'filter KUBE-PROXY-FIREWALL',
];
const OWN_CHAIN = /^KUBE-(SVC|SVL|EXT|FW|SEP)-/;

/**
 * Rules in the tables of iptables, changed by one `iptables-restore --noflush` per sync. It names the chains that
 * changed alone; those that all services share change with any of them.
 */
export class IptablesBackend implements Backend {
  readonly #options: IptablesBackendOptions;
  readonly #services = new Map<string, readonly ServiceRules[]>();
  /** `table chain` → rules, as they were last made. */
  #applied = new Map<string, readonly string[]>();
  #isComplete = false;

  constructor(options: IptablesBackendOptions) {
    this.#options = options;
  }

  get resyncAfterMs(): number {
    return this.#options.checkPeriodMs;
  }

  get needsAll(): boolean {
    return !this.#isComplete;
  }

  async sync(services: ReadonlyMap<string, ServiceView>, signal: AbortSignal): Promise<void> {
    try {
      if (this.needsAll) await this.#prepare();
      else if (services.size === 0) await this.#checkRules();
      for (const [key, view] of services) this.#setService(key, view);
      const wanted = this.#wantedChains();
      const input = restoreInput(this.#applied, wanted);
      if (input !== '')
        await this.#options.exec(this.#program('-restore'), ['-w', '5', '--noflush'], { input, signal });
      this.#applied = wanted;
      if (this.needsAll) await this.#ensureJumps();
      this.#isComplete = true;
    } catch (err) {
      this.#isComplete = false;
      throw err;
    }
  }

  #program(suffix: '' | '-restore' | '-save'): string {
    return `${this.#options.family === 'IPv6' ? 'ip6tables' : 'iptables'}${suffix}`;
  }

  /** Before everything is made anew: finds chains that an earlier run left, so that they are removed. */
  async #prepare(): Promise<void> {
    const { exec, family, settings } = this.#options;
    this.#services.clear();
    this.#applied = new Map();
    const saved = await exec(this.#program('-save'), ['-t', 'nat']);
    for (const [, chain = ''] of saved.matchAll(/^:(\S+)/gm)) {
      if (OWN_CHAIN.test(chain)) this.#applied.set(`nat ${chain}`, ['unknown']);
    }
    if (family === 'IPv4' && settings.localhostNodePorts && settings.nodePortAddresses.length === 0) {
      await writeFile('/proc/sys/net/ipv4/conf/all/route_localnet', '1');
    }
  }

  /** Rejects if somebody flushed the tables, so that everything is made anew. */
  async #checkRules(): Promise<void> {
    for (const jump of JUMPS) {
      const args = ['-w', '5', '-t', jump.table, '-C', jump.from, ...words(jump.match), '-j', jump.to];
      if (!(await this.#succeeds(args))) throw new Error(`the jump from ${jump.from} to ${jump.to} is gone`);
    }
  }

  #setService(key: string, { ports, endpoints }: ServiceView): void {
    const { settings, place } = this.#options;
    const rules = ports.map((port) => {
      return serviceRules(port, trafficOf(port, endpoints.get(port.portName) ?? [], place()), settings);
    });
    if (rules.length === 0) this.#services.delete(key);
    else this.#services.set(key, rules);
  }

  #wantedChains(): Map<string, readonly string[]> {
    const { settings, family } = this.#options;
    const chains = new Map(fixedChains(settings));
    const shared = new Map(SHARED_CHAINS.map((chain) => [chain, [] as string[]]));
    for (const rules of [...this.#services.values()].flat()) {
      for (const [chain, own] of rules.chains) chains.set(`nat ${chain}`, own);
      for (const [chain, rule] of rules.shared) shared.get(chain)?.push(rule);
    }
    const nodeIps = nodeAddresses(family, settings.nodePortAddresses);
    shared.get('nat KUBE-SERVICES')?.push(...nodePortRules(settings, family, nodeIps));
    return new Map([...chains, ...shared]);
  }

  async #ensureJumps(): Promise<void> {
    for (const jump of JUMPS.toReversed()) {
      const rule = [jump.from, ...words(jump.match), '-j', jump.to];
      const base = ['-w', '5', '-t', jump.table];
      if (await this.#succeeds([...base, '-C', ...rule])) continue;
      await this.#options.exec(this.#program(''), [...base, '-I', ...rule]);
    }
  }

  async #succeeds(args: readonly string[]): Promise<boolean> {
    try {
      await this.#options.exec(this.#program(''), args);
      return true;
    } catch (err) {
      if (err instanceof ExecError && err.exitCode === 1) return false;
      throw err;
    }
  }
}

/** The input of `iptables-restore --noflush` that turns one set of chains into another; '' if they are equal. */
export function restoreInput(
  applied: ReadonlyMap<string, readonly string[]>,
  wanted: ReadonlyMap<string, readonly string[]>,
): string {
  return (['filter', 'nat'] as const).map((table) => tableInput(table, applied, wanted)).join('');
}

function tableInput(
  table: IptablesTable,
  applied: ReadonlyMap<string, readonly string[]>,
  wanted: ReadonlyMap<string, readonly string[]>,
): string {
  const isHere = ([id]: readonly [string, unknown]): boolean => id.startsWith(`${table} `);
  const chainOf = (id: string): string => id.slice(table.length + 1);
  const changed = [...wanted].filter(isHere).filter(([id, rules]) => applied.get(id)?.join('\n') !== rules.join('\n'));
  const gone = [...applied].filter(isHere).filter(([id]) => !wanted.has(id));
  if (changed.length + gone.length === 0) return '';
  const lines = [
    `*${table}`,
    ...[...changed, ...gone].map(([id]) => `:${chainOf(id)} - [0:0]`), // empties it
    ...changed.flatMap(([id, rules]) => rules.map((rule) => `-A ${chainOf(id)} ${rule}`)),
    ...gone.map(([id]) => `-X ${chainOf(id)}`),
    'COMMIT',
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Removes our rules and chains from the tables of both families. Tools or tables that are not there are no error.
 * @go kubernetes/pkg/proxy/iptables#CleanupLeftovers
 */
export async function cleanupIptables(exec: Exec): Promise<void> {
  for (const program of ['iptables', 'ip6tables']) {
    for (const table of ['filter', 'nat'] as const) await cleanupTable(exec, program, table);
  }
}

async function cleanupTable(exec: Exec, program: string, table: IptablesTable): Promise<void> {
  let saved: string;
  try {
    saved = await exec(`${program}-save`, ['-t', table]);
  } catch {
    return; // no such program or table, so no rules
  }
  const ours = new Set([...fixedChains(NO_SETTINGS).keys(), ...SHARED_CHAINS]);
  const chains = [...saved.matchAll(/^:(\S+)/gm)]
    .map(([, chain = '']) => chain)
    .filter((chain) => OWN_CHAIN.test(chain) || ours.has(`${table} ${chain}`));
  if (chains.length === 0) return;
  const jumps = saved.split('\n').filter((line) => isOurJump(line, table));
  const lines = [
    `*${table}`,
    ...jumps.map((line) => line.replace(/^-A /, '-D ')),
    ...chains.map((chain) => `:${chain} - [0:0]`),
    ...chains.map((chain) => `-X ${chain}`),
    'COMMIT',
  ];
  await exec(`${program}-restore`, ['-w', '5', '--noflush'], { input: `${lines.join('\n')}\n` });
}

const NO_SETTINGS = { masqueradeAll: false, masqueradeBit: 14, localTraffic: undefined, nodePortAddresses: [] };

function isOurJump(line: string, table: IptablesTable): boolean {
  return JUMPS.some((jump: Jump) => {
    return jump.table === table && line.startsWith(`-A ${jump.from} `) && line.endsWith(`-j ${jump.to}`);
  });
}

/** Splits a rule into arguments; texts in quotes are one. */
function words(rule: string): readonly string[] {
  return [...rule.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
