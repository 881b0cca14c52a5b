import type { Volume, VolumeProjection } from '@kubescript/api/core/v1';
import { quote, type DeepReadonly } from '@kubescript/apimachinery';

/** Files that a source puts into a volume, and what messages call the source. */
interface Files {
  readonly source: string;
  readonly paths: readonly string[];
}

/**
 * Files of one volume that lie in each other's way: two at one path, or one where another needs a directory.
 *
 * @go k8s.io/kubernetes/pkg/api/pod#warningsForOverlappingVirtualPaths
 */
export function overlapWarnings(volume: DeepReadonly<Volume>): string[] {
  const { name, configMap, secret, downwardAPI, projected } = volume;
  const files: Files[] = [];
  if (configMap?.items) files.push({ source: `ConfigMap ${quote(configMap.name ?? '')}`, paths: pathsOf(configMap) });
  if (secret?.items) files.push({ source: `Secret ${quote(secret.secretName ?? '')}`, paths: pathsOf(secret) });
  if (downwardAPI?.items) files.push({ source: 'DownwardAPI', paths: pathsOf(downwardAPI) });
  return [
    ...files.flatMap(({ source, paths }) => collisions(paths, messageOf(name, source))),
    ...projectionWarnings(projected?.sources ?? [], name),
  ];
}

/** Each source is looked at by itself, then together with those before it. */
function projectionWarnings(sources: readonly DeepReadonly<VolumeProjection>[], volume: string): string[] {
  const before = new Set<string>();
  return sources.flatMap((source) => {
    if (Object.keys(source).length === 0) return [`volume ${quote(volume)} (Projected) has no sources provided`];
    const files = projectedFiles(source);
    if (files === undefined || files.paths.length === 0) return [];
    const message = messageOf(volume, `Projected ${files.source}`);
    const own = new Set(files.paths);
    const all = [...own, ...before].sort();
    for (const path of own) before.add(path);
    return [...collisions(files.paths, message), ...collisions(all, message)];
  });
}

function projectedFiles(projection: DeepReadonly<VolumeProjection>): Files | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = projection;
  if (configMap?.items) return { source: `ConfigMap ${quote(configMap.name ?? '')}`, paths: pathsOf(configMap) };
  if (secret?.items) return { source: `Secret ${quote(secret.name ?? '')}`, paths: pathsOf(secret) };
  if (downwardAPI?.items) return { source: 'DownwardAPI', paths: pathsOf(downwardAPI) };
  if (serviceAccountToken) return { source: 'ServiceAccountToken', paths: [serviceAccountToken.path] };
  if (clusterTrustBundle === undefined) return undefined;
  const { name = clusterTrustBundle.signerName ?? '', path } = clusterTrustBundle;
  return { source: `ClusterTrustBundle ${quote(name)}`, paths: [path] };
}

function pathsOf({ items = [] }: { readonly items?: readonly { readonly path: string }[] }): string[] {
  return items.map(({ path }) => path);
}

function messageOf(volume: string, source: string): string {
  return `volume ${quote(volume)} (${source}): overlapping paths`;
}

function collisions(paths: readonly string[], message: string): string[] {
  const seen = new Set<string>();
  return paths.flatMap((path) => {
    const normal = path.replace(/\/+$/, '');
    const other = [...seen].find((candidate) => overlap(candidate, normal));
    seen.add(normal);
    return other === undefined ? [] : [`${message}: ${quote(normal)} with ${quote(other)}`];
  });
}

function overlap(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
