import type { UserInfo } from '@kubescript/apiserver';

const PREFIX = 'system:node:';

/**
 * The name of the node whose kubelet a user is; '' if it is some node, but none can be told; undefined if it is none.
 *
 * @go k8s.io/kubernetes/pkg/auth/nodeidentifier#NewDefaultNodeIdentifier
 */
export function nodeNameOf(user: UserInfo): string | undefined {
  if (!user.name.startsWith(PREFIX) || !user.groups.includes('system:nodes')) return undefined;
  return user.name.slice(PREFIX.length);
}
