import { ReviewClient } from '@kubescript/apiserver';
import { clientConfig, HttpTransport, inClusterConfig, loadKubeconfig } from '@kubescript/client';

/** Where a review service is. */
export interface ReviewTarget {
  /** Kubeconfig file; undefined: the API server of the cluster that this process runs in. */
  readonly kubeconfig: string | undefined;
  readonly timeoutMs: number;
}

/** Opens the way to a review service; the caller disposes it. */
export async function openReviewClient({ kubeconfig, timeoutMs }: ReviewTarget): Promise<ReviewClient> {
  const config =
    kubeconfig === undefined
      ? await inClusterConfig(process.env)
      : await clientConfig(await loadKubeconfig(kubeconfig));
  if (config === undefined) {
    throw new Error(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    );
  }
  const { namespace: _, ...options } = config;
  const path = kubeconfig === undefined ? '/apis/authorization.k8s.io/v1/subjectaccessreviews' : '';
  const transport = new HttpTransport({ ...options, server: options.server + path });
  return new ReviewClient({ transport, url: options.server + path, timeoutMs });
}
