import type { BuildInfo } from '@kubescript/component-base';

/**
 * Build information from the variables that Kubernetes' own build uses too; empty for a build that was not given any,
 * so that an unchanged source makes an unchanged binary whatever the commit.
 */
export function buildInfoFrom(env: NodeJS.ProcessEnv): BuildInfo {
  const commit = env['KUBE_GIT_COMMIT'];
  if (commit === undefined || commit === '') return {};
  const gitVersion = env['KUBE_GIT_VERSION'];
  const seconds = Number(env['SOURCE_DATE_EPOCH'] ?? Number.NaN);
  return {
    commit,
    treeState: env['KUBE_GIT_TREE_STATE'] ?? 'dirty',
    ...(gitVersion === undefined ? {} : { gitVersion }),
    ...(Number.isSafeInteger(seconds) ? { date: isoSeconds(seconds) } : {}),
  };
}

/** Seconds since 1970 as Kubernetes writes a date. */
export function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
