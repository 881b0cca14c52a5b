import { HookClientManager } from '@kubescript/apiserver';
import { clientConfig, loadKubeconfig } from '@kubescript/client';
import type { Clock } from '@kubescript/apimachinery';

import type { PluginConfiguration } from '../generic/plugin-configuration.ts';

/** Who decides about images. */
export interface ImagePolicyBackend extends Disposable {
  /** What holds if the backend cannot be asked. */
  readonly defaultAllow: boolean;
  readonly allowTtlMs: number;
  readonly denyTtlMs: number;
  /** Asks; throws if it cannot. */
  review(
    spec: unknown,
    signal: AbortSignal,
  ): Promise<{
    readonly allowed?: boolean;
    readonly reason?: string;
    readonly auditAnnotations?: Record<string, string>;
  }>;
}

const attempts = 5;
const timeoutMs = 30_000;

/** The backend that the configuration's kubeconfig names. */
export async function openImagePolicyBackend(config: PluginConfiguration, clock: Clock): Promise<ImagePolicyBackend> {
  const {
    kubeConfigFile,
    allowTTL = 300,
    denyTTL = 30,
    retryBackoff = 500,
    defaultAllow = false,
  } = (config['imagePolicy'] ?? {}) as {
    readonly kubeConfigFile: string;
    readonly allowTTL?: number;
    readonly denyTTL?: number;
    readonly retryBackoff?: number;
    readonly defaultAllow?: boolean;
  };
  const { server, ca, ...client } = await clientConfig(await loadKubeconfig(kubeConfigFile));
  const credentials = {
    ...(client.cert === undefined ? {} : { cert: client.cert }),
    ...(client.key === undefined ? {} : { key: client.key }),
    ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }),
    ...(client.insecureSkipTlsVerify === undefined ? {} : { insecureSkipVerify: client.insecureSkipTlsVerify }),
  };
  const clients = new HookClientManager({
    serviceResolver: { resolveEndpoint: () => Promise.reject(new Error('no Services here')) },
    authInfo: { credentialsFor: () => credentials },
  });
  const hook = { url: server, ...(ca === undefined ? {} : { caBundle: Buffer.from(ca).toString('base64') }) };
  return {
    defaultAllow,
    allowTtlMs: allowTTL * 1000,
    denyTtlMs: denyTTL * 1000,
    async review(spec, signal) {
      const body = { apiVersion: 'imagepolicy.k8s.io/v1alpha1', kind: 'ImageReview', spec };
      for (let attempt = 1; ; attempt++) {
        try {
          const answer = (await clients.post(hook, body, { timeoutMs, signal })) as { readonly status?: object };
          return answer.status ?? {};
        } catch (error) {
          if (attempt >= attempts) throw error;
          await clock.sleep(retryBackoff * 1.5 ** (attempt - 1), signal);
        }
      }
    },
    [Symbol.dispose]() {
      clients[Symbol.dispose]();
    },
  };
}
