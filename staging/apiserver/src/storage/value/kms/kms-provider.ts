import { type Clock, TaskGroup } from '@kubescript/apimachinery';

import { type EnvelopeMetrics, EnvelopeTransformer } from './envelope-transformer.ts';
import type { KmsService } from './kms-service.ts';
import type { KmsStatus } from './messages.ts';

const healthyPeriodMs = 60_000;
const unhealthyPeriodMs = 10_000;
/** How long an answer of the plugin counts for the health check. */
const positiveTtlMs = 20_000;
const negativeTtlMs = 3000;
const versions = ['v2', 'v2beta1'];

/**
 * A KMS plugin in use: asks for its key again and again, and tells whether it is well. Dispose it after the last value
 * was read.
 *
 * @go k8s.io/apiserver/pkg/server/options/encryptionconfig#kmsv2PluginProbe
 */
export class KmsProvider implements AsyncDisposable {
  readonly name: string;
  readonly transformer: EnvelopeTransformer;
  readonly #service: KmsService;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #tasks = new TaskGroup(this.#stop.signal);
  #last: { readonly at: number; readonly error: Error | undefined } | undefined;

  constructor(name: string, service: KmsService, deps: { readonly clock: Clock; readonly metrics: EnvelopeMetrics }) {
    this.name = name;
    this.#service = service;
    this.#clock = deps.clock;
    this.transformer = new EnvelopeTransformer(service, deps);
  }

  /** Asks for the key once, then in the background; a plugin that is not there yet is asked again. */
  async start(): Promise<void> {
    await this.#probe();
    this.#tasks.spawn(`kms-${this.name}`, (signal) => this.#keepCurrent(signal));
  }

  /** Rejects if the plugin is not well. */
  async checkHealth(): Promise<void> {
    const ttl = this.#last?.error === undefined ? positiveTtlMs : negativeTtlMs;
    if (this.#last === undefined || this.#clock.now() - this.#last.at >= ttl) await this.#probe();
    if (this.#last?.error !== undefined) throw this.#last.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the KMS provider is closing'));
    await this.#tasks.wait();
    this.#service[Symbol.dispose]();
  }

  async #keepCurrent(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const period = this.#last?.error === undefined ? healthyPeriodMs : unhealthyPeriodMs;
      await this.#clock.sleep(period, signal).catch(() => undefined);
      if (!signal.aborted) await this.#probe();
    }
  }

  async #probe(): Promise<void> {
    this.#last = { at: this.#clock.now(), error: await this.#failureOf() };
  }

  async #failureOf(): Promise<Error | undefined> {
    try {
      const status = await this.#service.status();
      const problem = statusProblem(this.name, status);
      if (problem !== undefined) return new Error(problem);
      await this.transformer.refresh(status.keyId);
      return undefined;
    } catch (error) {
      const message = `failed to perform status section of the healthz check for KMS Provider ${this.name}, error: ${(error as Error).message}`;
      return new Error(message, { cause: error });
    }
  }
}

/** @go k8s.io/apiserver/pkg/server/options/encryptionconfig#isKMSv2ProviderHealthyAndMaybeRotateDEK */
export function statusProblem(name: string, { healthz, version, keyId }: KmsStatus): string | undefined {
  const problems: string[] = [];
  if (healthz !== 'ok') problems.push(`got unexpected healthz status: ${healthz}`);
  if (!versions.includes(version)) problems.push(`expected KMSv2 API version v2, got ${version}`);
  if (keyId === '') problems.push('expected KMSv2 KeyID to be set, got empty');
  if (problems.length === 0) return undefined;
  const text = problems.length > 1 ? `[${problems.join(', ')}]` : problems.join('');
  return `kmsv2 Provider ${name} is not healthy, error: ${text}`;
}
