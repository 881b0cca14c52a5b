import { corev1 } from '@kubescript/client';
import type { Client } from '@kubescript/client';

import { prepareHostPath } from './host-path.ts';
import type { ClaimSource } from './volume-manager.ts';

/** Claims that are bound to volumes on the node's own disk: hostPath and local. */
export class LocalClaims implements ClaimSource {
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async claimPath(namespace: string, claimName: string): Promise<string> {
    const claim = await this.client.resource(corev1.persistentvolumeclaims, namespace).get(claimName);
    const volumeName = claim.spec.volumeName ?? '';
    if (volumeName === '' || claim.status.phase !== 'Bound') {
      throw new Error(`claim "${namespace}/${claimName}" is not bound to a volume yet`);
    }
    const volume = await this.client.resource(corev1.persistentvolumes).get(volumeName);
    const { hostPath, local, claimRef } = volume.spec;
    if (claimRef?.uid !== claim.metadata.uid) throw new Error(`volume "${volumeName}" is bound to another claim`);
    if (hostPath !== undefined) {
      await prepareHostPath(hostPath.path, hostPath.type);
      return hostPath.path;
    }
    if (local !== undefined) {
      await prepareHostPath(local.path, 'Directory');
      return local.path;
    }
    throw new Error(`volume "${volumeName}" is neither of type hostPath nor local; this kubelet supports no other`);
  }
}
