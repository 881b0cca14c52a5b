import { readFile } from 'node:fs/promises';

import { parseQuantity } from '@kubescript/apimachinery';
import { transportFromKubeconfig, type Transport } from '@kubescript/client';
import { configureLogging, userAgent } from '@kubescript/component-base';
import type { KubeletRun } from '@kubescript/lib-kubelet';

import type { CompletedKubeletOptions } from './options.ts';
import { parseTaint } from './taints.ts';
import { splitList } from './validate.ts';

/** The opened configuration of the kubelet. */
export interface KubeletAppConfig extends KubeletRun, AsyncDisposable {}

/** Opens the way to the API server and reads the files that flags name. */
export async function openConfig(options: CompletedKubeletOptions): Promise<KubeletAppConfig> {
  const { kubelet, logging } = options;
  const own = options.transport === undefined ? await openTransport(kubelet.kubeconfig) : undefined;
  if (own !== undefined) configureLogging({ format: logging.loggingFormat, verbosity: logging.v });
  const transport = options.transport ?? own;
  if (transport === undefined) throw new Error('no way to an API server');
  return {
    transport,
    nodeName: options.nodeName,
    containerRuntimeEndpoint: kubelet.containerRuntimeEndpoint,
    rootDir: kubelet.rootDir,
    ...(kubelet.podLogsDir === '' ? {} : { podLogsDir: kubelet.podLogsDir }),
    nodeIps: splitList(kubelet.nodeIp),
    address: kubelet.address,
    port: kubelet.port,
    tlsCertFile: kubelet.tlsCertFile,
    tlsPrivateKeyFile: kubelet.tlsPrivateKeyFile,
    ...(kubelet.clientCaFile === '' ? {} : { clientCa: await readFlagFile('--client-ca-file', kubelet.clientCaFile) }),
    clusterDns: kubelet.clusterDns,
    clusterDomain: kubelet.clusterDomain,
    resolvConf: kubelet.resolvConf,
    ...(kubelet.cgroupRoot === '' ? {} : { cgroupRoot: `${kubelet.cgroupRoot.replace(/\/$/, '')}/kubepods` }),
    registerNode: kubelet.registerNode,
    registerSchedulable: kubelet.registerSchedulable,
    nodeLabels: kubelet.nodeLabels,
    registerWithTaints: kubelet.registerWithTaints.map(parseTaint).filter((taint) => taint !== undefined),
    podCidrs: splitList(kubelet.podCidr),
    providerId: kubelet.providerId,
    maxPods: kubelet.maxPods,
    containerLogMaxBytes: parseQuantity(kubelet.containerLogMaxSize).asNumber(),
    containerLogMaxFiles: kubelet.containerLogMaxFiles,
    imageGcHighPercent: kubelet.imageGcHighThreshold,
    imageGcLowPercent: kubelet.imageGcLowThreshold,
    [Symbol.asyncDispose]: async () => {
      await own?.[Symbol.asyncDispose]();
    },
  };
}

function openTransport(kubeconfig: string): Promise<Transport> {
  return transportFromKubeconfig(kubeconfig, { userAgent: userAgent('kubelet') });
}

async function readFlagFile(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`${flag}: cannot read ${path}: ${(err as Error).message}`, { cause: err });
  }
}
