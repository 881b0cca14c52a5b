export type { App } from './app/app.ts';
export { newAppCommand, runApp } from './app/run-app.ts';
export { stopSignal } from './app/stop-signal.ts';
export { type AuthenticationOptions, authenticationFlags } from './flags/authentication.ts';
export { type ClientConnectionOptions, clientConnectionFlags } from './flags/client-connection.ts';
export { FlagGroup, type FlagSpecs, type FlagValues, flagName } from './flags/flag-group.ts';
export {
  type FlagSpec,
  boolFlag,
  choiceFlag,
  durationFlag,
  floatFlag,
  intFlag,
  listFlag,
  mapFlag,
  repeatedFlag,
  shownAmong,
  stringFlag,
} from './flags/flag-spec.ts';
export { FeatureGate } from './featuregate/feature-gate.ts';
export { type LeaderElectionOptions, leaderElectionFlags } from './flags/leader-election.ts';
export { type LoggingOptions, loggingFlags } from './flags/logging.ts';
export {
  type NamedCertificateFiles,
  knownCipherSuites,
  openSslCiphers,
  parseNamedCertificate,
  tlsVersion,
} from './flags/tls.ts';
export { normalizeArguments } from './flags/normalize-arguments.ts';
export { type SecureServingOptions, secureServingFlags } from './flags/secure-serving.ts';
export { type HealthCheck, type HealthReport, HealthChecks, ping } from './health/health-checks.ts';
export { healthSlis } from './health/health-slis.ts';
export {
  type LogFields,
  type LogLevel,
  type LogSettings,
  type Logger,
  configureLogging,
  newLogger,
  silentLogger,
} from './logs/logger.ts';
export { addProcessMetrics } from './metrics/process-metrics.ts';
export { addRegistryMetrics } from './metrics/registry-metrics.ts';
export type { CounterMetric, CounterValue } from './metrics/counter.ts';
export type { GaugeMetric, GaugeValue } from './metrics/gauge.ts';
export { exponentialBuckets } from './metrics/histogram.ts';
export type { HistogramMetric, HistogramValue } from './metrics/histogram.ts';
export type { AllowedLabelValues, Labels, MetricOptions } from './metrics/metric.ts';
export { type ClientRequest, type RestClientMetrics, newRestClientMetrics } from './metrics/rest-client-metrics.ts';
export { newWorkQueueMetrics } from './metrics/work-queue-metrics.ts';
export { previousMinorVersion } from './metrics/metric-lifecycle.ts';
export { type MetricsView, MetricsRegistry } from './metrics/registry.ts';
export type { SummaryMetric, SummaryValue } from './metrics/summary.ts';
export type { TimingMetric, TimingValue } from './metrics/timing-histogram.ts';
export {
  type ComponentServer,
  type ComponentServerOptions,
  type EndpointAuthorizer,
  type EndpointHandler,
  serveComponent,
} from './server/component-server.ts';
export { delegatedAuthorizer } from './server/delegated-authorizer.ts';
export { type ServingCertificate, servingCertificate } from './server/serving-certificate.ts';
export { collectGarbage, cpuProfile, heapProfile } from './profiling/profiles.ts';
export { type ZPage, flagz, statusz } from './zpages/zpages.ts';
export { apiVersion, gitVersionOf, goArchitecture, userAgent, versionInfo } from './version/version.ts';
export type { BuildInfo } from './version/version.ts';
export {
  type CertificateRequest,
  type KeyPair,
  isCurrent,
  issueCertificate,
  newCertificateAuthority,
  selfSignedCertificate,
} from './certutil/certificate.ts';
export {
  type ConfigFileType,
  type FieldReader,
  type FieldReaders,
  anyField,
  boolField,
  choiceField,
  durationField,
  intField,
  listField,
  numberField,
  objectField,
  parseConfig,
  readConfigFile,
  textField,
} from './config/config-file.ts';
