import { type Server, createServer } from 'node:http';

import type { ServiceView } from '../tracker/service-tracker.ts';

/** What load balancers are told about a service: whether this node has endpoints of it. */
interface Check {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  localEndpoints: number;
  readonly server: Server;
}

/** Told of a port that cannot be served. */
export type OnPortProblem = (service: string, err: unknown) => void;

/**
 * Serves the health check node ports of services with external traffic policy Local: 200 if this node has a ready
 * endpoint, else 503, so that load balancers send traffic to nodes that have one. Disposing closes the ports.
 * @go kubernetes/pkg/proxy/healthcheck#ServiceHealthServer
 */
export class HealthCheckPorts implements AsyncDisposable {
  readonly #checks = new Map<string, Check>();
  readonly #onProblem: OnPortProblem;
  readonly #isProxyHealthy: () => boolean;

  constructor(onProblem: OnPortProblem, isProxyHealthy: () => boolean = () => true) {
    this.#onProblem = onProblem;
    this.#isProxyHealthy = isProxyHealthy;
  }

  /** Takes over services by their keys; those without ports are gone. */
  update(services: ReadonlyMap<string, ServiceView>): void {
    for (const [key, view] of services) this.#updateService(key, view);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const servers = [...this.#checks.values()].map(({ server }) => server);
    this.#checks.clear();
    await Promise.all(servers.map(close));
  }

  #updateService(key: string, { ports, endpoints }: ServiceView): void {
    const port = ports.find((candidate) => candidate.healthCheckNodePort !== 0 && candidate.externalPolicyLocal);
    const known = this.#checks.get(key);
    if (known !== undefined && known.port !== port?.healthCheckNodePort) {
      this.#checks.delete(key);
      void close(known.server);
    }
    if (port === undefined) return;
    const local = [...endpoints.values()].flat().filter(({ isLocal, isReady }) => isLocal && isReady);
    const localEndpoints = new Set(local.map(({ ip }) => ip)).size;
    const current = this.#checks.get(key);
    if (current !== undefined) current.localEndpoints = localEndpoints;
    else
      this.#open(key, { namespace: port.namespace, name: port.name, port: port.healthCheckNodePort, localEndpoints });
  }

  #open(key: string, what: Omit<Check, 'server'>): void {
    const server = createServer((_request, response) => {
      const { namespace, name, localEndpoints } = check;
      const serviceProxyHealthy = this.#isProxyHealthy();
      const isHealthy = localEndpoints > 0 && serviceProxyHealthy;
      response.writeHead(isHealthy ? 200 : 503, {
        'content-type': 'application/json',
        'x-load-balancing-endpoint-weight': String(localEndpoints),
      });
      response.end(JSON.stringify({ service: { namespace, name }, localEndpoints, serviceProxyHealthy }));
    });
    const check: Check = { ...what, server };
    this.#checks.set(key, check);
    server.on('error', (err) => {
      this.#onProblem(key, err);
      if (this.#checks.get(key) === check) this.#checks.delete(key);
    });
    server.listen(what.port);
    server.unref();
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
