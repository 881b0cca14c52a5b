import { FlagGroup } from './flag-group.ts';
import { floatFlag, intFlag, stringFlag } from './flag-spec.ts';

/** How a component reaches the API server. */
export interface ClientConnectionOptions {
  readonly kubeconfig: string;
  readonly master: string;
  readonly kubeApiQps: number;
  readonly kubeApiBurst: number;
}

/** `--kubeconfig`, `--master`, `--kube-api-qps`, `--kube-api-burst` */
export function clientConnectionFlags(defaults: {
  readonly qps: number;
  readonly burst: number;
}): FlagGroup<ClientConnectionOptions> {
  return new FlagGroup('API server connection', {
    kubeconfig: stringFlag('', 'kubeconfig file with the address of the API server and the credentials'),
    master: stringFlag('', 'address of the API server; overrides the one in the kubeconfig'),
    kubeApiQps: floatFlag(defaults.qps, 'requests per second to the API server'),
    kubeApiBurst: intFlag(defaults.burst, 'requests to the API server that may be sent at once'),
  });
}
