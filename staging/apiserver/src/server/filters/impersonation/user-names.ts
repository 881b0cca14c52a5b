import { isDns1123Label, isDns1123Subdomain } from '@kubescript/apimachinery';

const NODE_PREFIX = 'system:node:';
const ACCOUNT_PREFIX = 'system:serviceaccount:';

/** The node whose kubelet has that user name; undefined if none does. */
export function nodeNameOfUser(userName: string): string | undefined {
  if (!userName.startsWith(NODE_PREFIX)) return undefined;
  const name = userName.slice(NODE_PREFIX.length);
  return isDns1123Subdomain(name).length === 0 ? name : undefined;
}

/**
 * The service account that has that user name; undefined if none does.
 *
 * @go k8s.io/apiserver/pkg/authentication/serviceaccount#SplitUsername
 */
export function serviceAccountOfUser(
  userName: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!userName.startsWith(ACCOUNT_PREFIX)) return undefined;
  const parts = userName.slice(ACCOUNT_PREFIX.length).split(':');
  const [namespace = '', name = ''] = parts;
  if (parts.length !== 2 || isDns1123Label(namespace).length > 0 || isDns1123Subdomain(name).length > 0) {
    return undefined;
  }
  return { namespace, name };
}

/** The groups that every service account of a namespace is in. */
export function serviceAccountGroupsOf(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}
