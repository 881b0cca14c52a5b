import { type StoreSet, newAuditMetrics, newTransformationMetrics } from '@kubescript/apiserver';
import { type MetricsRegistry, addProcessMetrics, versionInfo } from '@kubescript/component-base';

/** Adds what is read when metrics are asked for: of the process, and of the caches of resources if they are given. */
export function addServerMetrics(metrics: MetricsRegistry, stores: StoreSet | undefined): void {
  addProcessMetrics(metrics);
  addBuildInfo(metrics);
  // As in the reference these are there, and zero, whether or not something is audited or encrypted.
  newAuditMetrics(metrics);
  newTransformationMetrics(metrics, () => Date.now());
  if (stores) addCacheMetrics(metrics, stores);
}

function addBuildInfo(metrics: MetricsRegistry): void {
  const { major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform } = versionInfo();
  const info = {
    major,
    minor,
    git_version: gitVersion,
    git_commit: gitCommit,
    git_tree_state: gitTreeState,
    build_date: buildDate,
    go_version: goVersion,
    compiler,
    platform,
  };
  const help =
    "[ALPHA] A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.";
  metrics.gauge({ name: 'kubernetes_build_info', help, labels: Object.keys(info) }).set(1, info);
}

function addCacheMetrics(metrics: MetricsRegistry, stores: StoreSet): void {
  const labels = ['group', 'resource'];
  metrics.gauge(
    {
      name: 'apiserver_resource_objects',
      help: '[ALPHA] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
      labels,
    },
    (gauge) => {
      for (const { resource, size } of stores.caches()) gauge.set(size, { ...resource });
      return undefined;
    },
  );
  metrics.gauge(
    {
      name: 'apiserver_storage_objects',
      help: '[STABLE] (Deprecated since 1.34.0) Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
      labels: ['resource'],
    },
    (gauge) => {
      for (const { resource, size } of stores.caches()) gauge.set(size, { resource: nameOf(resource) });
      return undefined;
    },
  );
  metrics.gauge(
    {
      name: 'apiserver_watch_cache_resource_version',
      help: '[ALPHA] Current resource version of watch cache broken by resource type.',
      labels,
    },
    (gauge) => {
      for (const { resource, revision } of stores.caches()) gauge.set(revision, { ...resource });
      return undefined;
    },
  );
}

const nameOf = ({ group, resource }: { readonly group: string; readonly resource: string }): string =>
  group === '' ? resource : `${resource}.${group}`;

/** Counts TLS handshakes that fail. */
export function countHandshakeErrors(metrics: MetricsRegistry): () => void {
  const counter = metrics.counter({
    name: 'apiserver_tls_handshake_errors_total',
    help: "[ALPHA] Number of requests dropped with 'TLS handshake error from' error",
  });
  return () => {
    counter.inc();
  };
}
