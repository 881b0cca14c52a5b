import { newAuditMetrics, newTransformationMetrics } from '@kubescript/apiserver';
import { type MetricsRegistry, addProcessMetrics, addRegistryMetrics, versionInfo } from '@kubescript/component-base';

/** Adds what is read when metrics are asked for: of the process, its version and the metrics themselves. */
export function addServerMetrics(metrics: MetricsRegistry): void {
  addProcessMetrics(metrics);
  addRegistryMetrics(metrics);
  addBuildInfo(metrics);
  addVersionInfo(metrics);
  // As in the reference these are there, and zero, whether or not something is audited or encrypted.
  newAuditMetrics(metrics);
  newTransformationMetrics(metrics, () => Date.now());
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
    "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.";
  metrics.gauge({ name: 'kubernetes_build_info', help, labels: Object.keys(info) }).set(1, info);
}

/** @go k8s.io/component-base/compatibility#registry.versionInfo */
function addVersionInfo(metrics: MetricsRegistry): void {
  const { major, minor, minCompatibilityMajor, minCompatibilityMinor } = versionInfo();
  const version = `${major}.${minor}`;
  const info = {
    component: 'kube',
    binary: version,
    emulation: version,
    min_compat: `${minCompatibilityMajor}.${minCompatibilityMinor}`,
  };
  const help =
    'Provides the compatibility version info of the component. The component label is the name of the component, usually kube, but is relevant for aggregated-apiservers.';
  metrics.gauge({ name: 'version_info', help, labels: Object.keys(info) }).set(1, info);
}

/** Counts TLS handshakes that fail. */
export function countHandshakeErrors(metrics: MetricsRegistry): () => void {
  const counter = metrics.counter({
    name: 'apiserver_tls_handshake_errors_total',
    help: "Number of requests dropped with 'TLS handshake error from' error",
  });
  return () => {
    counter.inc();
  };
}
