import { readFile } from 'node:fs/promises';

import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import type { NodeSettings } from './node-settings.ts';

/** Name servers, search domains and options of a pod. */
export interface PodDns {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

/**
 * The DNS settings of a pod by its `dnsPolicy` and `dnsConfig`.
 * @go kubernetes/pkg/kubelet/network/dns#(*Configurer).GetPodDNS
 */
export async function podDns(pod: DeepReadonly<Pod>, node: NodeSettings): Promise<PodDns> {
  const base = await dnsOfPolicy(pod, node);
  const extra = pod.spec.dnsConfig;
  if (extra === undefined) return base;
  const options = (extra.options ?? []).map(({ name = '', value }) =>
    value === undefined ? name : `${name}:${value}`,
  );
  const overridden = new Set(options.map(optionName));
  return {
    servers: unique([...base.servers, ...(extra.nameservers ?? [])]).slice(0, 3),
    searches: unique([...base.searches, ...(extra.searches ?? [])]).slice(0, 32),
    options: [...base.options.filter((option) => !overridden.has(optionName(option))), ...options],
  };
}

async function dnsOfPolicy(pod: DeepReadonly<Pod>, node: NodeSettings): Promise<PodDns> {
  const policy = pod.spec.dnsPolicy ?? 'ClusterFirst';
  if (policy === 'None') return { servers: [], searches: [], options: [] };
  const host = await hostDns(node.resolvConf);
  const cluster = policy === 'ClusterFirstWithHostNet' || (policy === 'ClusterFirst' && pod.spec.hostNetwork !== true);
  if (!cluster || node.clusterDns.length === 0) return host;
  const domain = node.clusterDomain;
  const namespace = pod.metadata.namespace ?? '';
  const searches = domain === '' ? [] : [`${namespace}.svc.${domain}`, `svc.${domain}`, domain];
  return { servers: node.clusterDns, searches: unique([...searches, ...host.searches]), options: ['ndots:5'] };
}

/** Reads a resolv.conf; one that is missing is empty. */
export async function hostDns(path: string): Promise<PodDns> {
  const text = path === '' ? '' : await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const values = (keyword: string): string[][] =>
    lines.filter(([first]) => first === keyword).map((line) => line.slice(1));
  return {
    servers: values('nameserver').flatMap((line) => line.slice(0, 1)),
    searches: values('search').at(-1) ?? [],
    options: values('options').flat(),
  };
}

function optionName(option: string): string {
  return option.split(':')[0] ?? '';
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
