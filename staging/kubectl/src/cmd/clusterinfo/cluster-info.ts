import { corev1 } from '@kubescript/client';

import { defineCommand } from '../../command/command.ts';

/** Prints where the control plane and the cluster's own services are. */
export const clusterInfoCommand = defineCommand({
  name: 'cluster-info',
  summary: 'Display addresses of the control plane and services with label kubernetes.io/cluster-service=true.',
  usage: '[flags]',
  flags: {},
  complete: () => ({}),
  async run(_options, { access, streams }) {
    const { server } = await access.config();
    const services = await access.client(corev1.services, 'kube-system');
    const { items } = await services.list({ labelSelector: 'kubernetes.io/cluster-service=true' });
    streams.out.write(`Kubernetes control plane is running at ${server}\n`);
    for (const service of items) {
      const name = service.metadata.name ?? '';
      const port = service.spec.ports?.[0];
      const scheme = port?.name === 'https' || port?.port === 443 ? 'https:' : '';
      const suffix = port?.name === undefined ? '' : `:${port.name}`;
      const title = service.metadata.labels?.['kubernetes.io/name'] ?? name;
      streams.out.write(
        `${title} is running at ${server}/api/v1/namespaces/kube-system/services/${scheme}${name}${suffix}/proxy\n`,
      );
    }
    return 0;
  },
});
