/** Something that must hold for a component to be well. */
export interface HealthCheck {
  readonly name: string;
  /** Throws if it does not hold; the message is for the log, not for the caller. */
  check(): void | Promise<void>;
}

/** What a health endpoint answers. */
export interface HealthReport {
  readonly healthy: boolean;
  /** The answer of `?verbose`, and of every failure. */
  readonly text: string;
}

/**
 * The checks behind one endpoint (`healthz`, `livez`, `readyz`). Checks may be added at any time.
 *
 * @go k8s.io/apiserver/pkg/server/healthz#InstallPathHandler
 */
export class HealthChecks {
  readonly endpoint: string;
  readonly #checks = new Map<string, HealthCheck>();
  #order: ReadonlyMap<string, number> | undefined;
  /** Told of the outcome of each check that runs. */
  onResult: ((name: string, healthy: boolean) => void) | undefined;

  constructor(endpoint: string, checks: readonly HealthCheck[] = [ping]) {
    this.endpoint = endpoint;
    for (const check of checks) this.add(check);
  }

  /** Adds a check; one of the same name is replaced. */
  add(check: HealthCheck): void {
    this.#checks.set(check.name, check);
  }

  /** Names of the checks, in the order in which they are shown. */
  names(): readonly string[] {
    return this.#ordered().map(({ name }) => name);
  }

  /** Shows checks in this order; those that are not in it come before the last one. */
  orderBy(names: readonly string[]): void {
    this.#order = new Map(names.map((name, index) => [name, index]));
  }

  #ordered(): readonly HealthCheck[] {
    const order = this.#order;
    if (order === undefined) return [...this.#checks.values()];
    const rank = ({ name }: HealthCheck): number => order.get(name) ?? order.size - 1.5;
    return [...this.#checks.values()].sort((a, b) => rank(a) - rank(b));
  }

  /** Runs one check; undefined if there is none of that name. */
  async runOne(name: string): Promise<HealthReport | undefined> {
    const check = this.#checks.get(name);
    if (check === undefined) return undefined;
    const healthy = await this.#holds(check);
    return { healthy, text: healthy ? 'ok' : `internal server error: ${name} failed: reason withheld\n` };
  }

  /** Runs all checks except the excluded ones. */
  async run(exclude: ReadonlySet<string> = new Set()): Promise<HealthReport> {
    const results = await Promise.all(this.#ordered().map((check) => this.#line(check, exclude)));
    const healthy = results.every((result) => result.healthy);
    const unknown = [...exclude].filter((name) => !this.#checks.has(name));
    const lines = results.map((result) => result.line);
    if (unknown.length > 0) {
      lines.push(
        `warn: some health checks cannot be excluded: no matches for ${unknown.map((n) => `"${n}"`).join(',')}`,
      );
    }
    lines.push(`${this.endpoint} check ${healthy ? 'passed' : 'failed'}`);
    return { healthy, text: `${lines.join('\n')}\n` };
  }

  async #holds(check: HealthCheck): Promise<boolean> {
    const healthy = await holds(check);
    this.onResult?.(check.name, healthy);
    return healthy;
  }

  async #line(check: HealthCheck, exclude: ReadonlySet<string>): Promise<{ healthy: boolean; line: string }> {
    if (exclude.has(check.name)) return { healthy: true, line: `[+]${check.name} excluded: ok` };
    if (await this.#holds(check)) return { healthy: true, line: `[+]${check.name} ok` };
    return { healthy: false, line: `[-]${check.name} failed: reason withheld` };
  }
}

/** The check that always holds: the process answers. */
export const ping: HealthCheck = {
  name: 'ping',
  check: () => {
    /* answering is enough */
  },
};

async function holds(check: HealthCheck): Promise<boolean> {
  try {
    await check.check();
    return true;
  } catch {
    return false;
  }
}
