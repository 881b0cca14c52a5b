import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Pod, Service } from '@kubescript/api/core/v1';
import { listFlag, UsageError } from '@kubescript/cli-runtime';
import { corev1, resourcePath } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { onePodOf } from '../../polymorphic/pods-of.ts';
import { podTimeoutFlag, podTimeoutProblems } from '../../util/common-flags.ts';
import { forwardPorts, type PortPair } from './forwarder.ts';

/** Listens here and carries every connection to a port of a pod, until interrupted. */
export const portForwardCommand = defineCommand({
  name: 'port-forward',
  summary: 'Forward one or more local ports to a pod.',
  usage: 'TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
  examples: 'kubectl port-forward pod/web 8080:80\nkubectl port-forward service/web :http',
  flags: {
    address: listFlag('Addresses to listen on (comma separated)', { default: ['localhost'] }),
    ...podTimeoutFlag,
  },
  complete({ values, args }) {
    const [word, ...ports] = args;
    if (word === undefined || ports.length === 0)
      throw new UsageError('TYPE/NAME and list of ports are required for port-forward');
    return { word, ports, addresses: values.address, podTimeoutMs: values['pod-running-timeout'] };
  },
  validate: ({ podTimeoutMs }) => podTimeoutProblems(podTimeoutMs),
  async run({ word, ports, addresses, podTimeoutMs }, context) {
    const pod = await onePodOf(word, podTimeoutMs, context);
    if (pod.status.phase !== 'Running') {
      throw new Error(`unable to forward port because pod is not running. Current status=${pod.status.phase ?? ''}`);
    }
    const service = await serviceOf(word, context);
    const pairs = ports.map((text) => pairOf(text, pod, service));
    const path = resourcePath(corev1.pods, pod.metadata.namespace ?? '', pod.metadata.name ?? '', 'portforward');
    const http = await context.access.http();
    const session = await http.openSpdy(path, 'portforward.k8s.io');
    await forwardPorts(session, pairs, {
      addresses: addresses.flatMap((address) => (address === 'localhost' ? ['127.0.0.1', '::1'] : [address])),
      streams: context.streams,
      signal: context.signal,
    });
    return 0;
  },
});

async function serviceOf(word: string, { access }: CommandContext): Promise<DeepReadonly<Service> | undefined> {
  const [type = '', name = ''] = word.split('/');
  if (name === '' || (await access.mapper()).find(type)?.kind !== 'Service') return undefined;
  return (await access.client(corev1.services, await access.namespace())).get(name);
}

function pairOf(text: string, pod: DeepReadonly<Pod>, service: DeepReadonly<Service> | undefined): PortPair {
  const [first = '', second] = text.split(':');
  const remoteText = second ?? first;
  const remote = remotePort(remoteText, pod, service);
  const localText = second === undefined ? (/^\d+$/.test(first) ? first : String(remote)) : first;
  if (localText !== '' && !/^\d+$/.test(localText))
    throw new Error(`error parsing local port '${localText}': invalid port number`);
  return { local: localText === '' ? 0 : Number(localText), remote };
}

/** The port of the pod that a number or name means; ports of a service lead to its target ports. */
function remotePort(text: string, pod: DeepReadonly<Pod>, service: DeepReadonly<Service> | undefined): number {
  if (service === undefined) return /^\d+$/.test(text) ? Number(text) : containerPort(text, pod);
  const port = service.spec.ports?.find((candidate) => String(candidate.port) === text || candidate.name === text);
  if (port === undefined) {
    throw new Error(`Service ${service.metadata.name ?? ''} does not have a service port ${text}`);
  }
  const target = port.targetPort ?? port.port;
  if (typeof target === 'string') return containerPort(target, pod);
  return target === 0 ? port.port : target;
}

function containerPort(name: string, pod: DeepReadonly<Pod>): number {
  const ports = pod.spec.containers.flatMap((container) => container.ports ?? []);
  const found = ports.find((port) => port.name === name);
  if (found === undefined) throw new Error(`Pod '${pod.metadata.name ?? ''}' does not have a named port '${name}'`);
  return found.containerPort;
}
