import { type Clock, formatTime } from '@kubescript/apimachinery';
import {
  type ComponentServer,
  type EndpointHandler,
  HealthChecks,
  type Logger,
  type MetricsRegistry,
  serveComponent,
} from '@kubescript/component-base';

import { type ProxyFlags, parseAddress } from './options.ts';

/**
 * Whether the rules are current: healthy until syncs have failed for twice the sync period.
 * @go kubernetes/pkg/proxy/healthcheck#ProxyHealthServer
 */
export class ProxyHealth {
  readonly #clock: Clock;
  readonly #patienceMs: number;
  #lastUpdated: number;
  #failingSince: number | undefined;

  constructor(clock: Clock, syncPeriodMs: number) {
    this.#clock = clock;
    this.#patienceMs = 2 * syncPeriodMs;
    this.#lastUpdated = clock.now();
  }

  synced(): void {
    this.#lastUpdated = this.#clock.now();
    this.#failingSince = undefined;
  }

  failed(): void {
    this.#failingSince ??= this.#clock.now();
  }

  get isHealthy(): boolean {
    return this.#failingSince === undefined || this.#clock.now() - this.#failingSince < this.#patienceMs;
  }

  /** Answers `/healthz` as load balancers expect it. */
  readonly handler: EndpointHandler = (_request, response) => {
    const now = this.#clock.now();
    const lastUpdated = formatTime(this.isHealthy ? now : this.#lastUpdated);
    response.writeHead(this.isHealthy ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ lastUpdated, currentTime: formatTime(now), nodeEligible: true }));
  };
}

/** Serves health and metrics on their addresses. A taken address is a warning, unless the flags say otherwise. */
export async function serveProxy(options: {
  readonly flags: ProxyFlags;
  readonly metrics: MetricsRegistry;
  readonly health: ProxyHealth;
  readonly logger: Logger;
}): Promise<AsyncDisposable> {
  const { flags, metrics, health, logger } = options;
  const healthHandlers = { '/healthz': health.handler, '/livez': health.handler };
  const proxyMode: EndpointHandler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(flags.proxyMode);
  };
  const servers = new AsyncDisposableStack();
  const serve = async (
    text: string,
    open: (address: string, port: number) => Promise<ComponentServer>,
  ): Promise<void> => {
    const parsed = text === '' ? undefined : parseAddress(text);
    if (parsed === undefined) return;
    try {
      servers.use(await open(parsed.address, parsed.port));
    } catch (err) {
      if (flags.bindAddressHardFail) throw err;
      logger.warn('Not serving', { address: text, err });
    }
  };
  await serve(flags.healthzBindAddress, (bindAddress, port) => {
    return serveComponent({ bindAddress, port, handlers: healthHandlers });
  });
  await serve(flags.metricsBindAddress, (bindAddress, port) => {
    return serveComponent({
      bindAddress,
      port,
      metrics,
      healthz: new HealthChecks('healthz'),
      handlers: { '/proxyMode': proxyMode },
      alwaysAllowPaths: ['/healthz', '/metrics', '/proxyMode'],
    });
  });
  return servers;
}
