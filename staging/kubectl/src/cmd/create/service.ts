import type { Service, ServicePort } from '@kubescript/api/core/v1';
import { parseIntOrString } from '@kubescript/apimachinery';
import { intFlag, listFlag, textFlag } from '@kubescript/cli-runtime';

import { type Command, defineGroup } from '../../command/command.ts';
import { defineGenerated, requireName } from '../../util/generated-command.ts';

const tcpFlag = { tcp: listFlag("Port pairs can be specified as '<port>:<targetPort>'.") } as const;

function portsOf(pairs: readonly string[], nodePort: number): ServicePort[] {
  return pairs.map((pair) => {
    const [port = '', target = port] = pair.split(':');
    if (!/^\d+$/.test(port)) throw new Error(`invalid port specified: ${pair}`);
    return {
      name: pair.replace(':', '-'),
      port: Number(port),
      protocol: 'TCP',
      targetPort: parseIntOrString(target),
      ...(nodePort > 0 ? { nodePort } : {}),
    };
  });
}

function serviceOf(name: string, spec: Service['spec']): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { app: name } },
    spec: { ...spec, selector: { app: name } },
    status: { loadBalancer: {} },
  };
}

function withPorts(word: string, type: string): Command {
  return defineGenerated({
    name: word,
    summary: `Create a ${type} service`,
    usage: 'NAME [--tcp=port:targetPort]',
    flags: {
      ...tcpFlag,
      ...(type === 'NodePort' ? { 'node-port': intFlag('Port used to expose the service on each node.') } : {}),
      ...(type === 'ClusterIP'
        ? { clusterip: textFlag("Assign your own ClusterIP or set to 'None' for headless") }
        : {}),
    },
    generate({ args, values }): Service {
      const { tcp, clusterip = '' } = values as { readonly tcp: readonly string[]; readonly clusterip?: string };
      const nodePort = (values as { readonly 'node-port'?: number })['node-port'] ?? 0;
      if (tcp.length === 0 && clusterip !== 'None') throw new Error('at least one tcp port specifier must be provided');
      return serviceOf(requireName(args), {
        type,
        ports: portsOf(tcp, nodePort),
        ...(clusterip === '' ? {} : { clusterIP: clusterip }),
      });
    },
  });
}

const externalName = defineGenerated({
  name: 'externalname',
  summary: 'Create an ExternalName service',
  usage: 'NAME --external-name external.name',
  flags: { ...tcpFlag, 'external-name': textFlag('External name of service') },
  generate({ args, values }): Service {
    if (values['external-name'] === '') throw new Error('external-name is required');
    return serviceOf(requireName(args), {
      type: 'ExternalName',
      externalName: values['external-name'],
      ports: portsOf(values.tcp, 0),
    });
  },
});

/** `kubectl create service clusterip|nodeport|loadbalancer|externalname NAME` */
export const createService: Command = {
  ...defineGroup('service', 'Create a service using a specified subcommand', [
    withPorts('clusterip', 'ClusterIP'),
    withPorts('nodeport', 'NodePort'),
    withPorts('loadbalancer', 'LoadBalancer'),
    externalName,
  ]),
  aliases: ['svc'],
};
