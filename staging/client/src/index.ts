export type * from './cache/informer.ts';
export { type InformerFactoryOptions, newSharedInformerFactory } from './cache/informer-factory.ts';
export { ObjectStore } from './cache/object-store.ts';
export { Reflector, type ReflectorOptions, type ReflectorSink } from './cache/reflector.ts';
export { type InformerOptions, newSharedInformer } from './cache/shared-informer.ts';
export {
  type DiscoveredGroup,
  type DiscoveredResource,
  type DiscoveredSubresource,
  type DiscoveredVersion,
  type Discovery,
  preferredResources,
  supportsVerbs,
} from './discovery/discovery.ts';
export { DiscoveryClient } from './discovery/discovery-client.ts';
export { type OpenApi, OpenApiClient } from './discovery/openapi-client.ts';
export { RestMapper } from './discovery/rest-mapper.ts';
export { type DynamicObject, dynamicResource } from './dynamic/dynamic.ts';
export { EventRecorder, type EventRecorderOptions, type EventType, referenceTo } from './events/event-recorder.ts';
export {
  type ClientConfig,
  clientConfig,
  inClusterConfig,
  transportFromKubeconfig,
} from './kubeconfig/client-config.ts';
export {
  emptyKubeconfig,
  formatKubeconfig,
  kubeconfigPaths,
  loadKubeconfig,
  loadKubeconfigs,
  mergeKubeconfigs,
  parseKubeconfig,
} from './kubeconfig/load.ts';
export { parseYaml } from './kubeconfig/parse-yaml.ts';
export type * from './kubeconfig/types.ts';
export { LeaderElector, type LeaderElectorOptions, LeaseLostError } from './leaderelection/leader-elector.ts';
export { HttpTransport, type HttpTransportOptions } from './rest/http-transport.ts';
export { jsonLines } from './rest/json-lines.ts';
export { send, type SendOptions, statusErrorOf } from './rest/send.ts';
export type * from './rest/transport.ts';
export { dialSpdy } from './spdy/dial.ts';
export type { SpdyHeaders } from './spdy/header-block.ts';
export { SpdySession } from './spdy/session.ts';
export type { SpdyStream } from './spdy/stream.ts';
export { ClientSet } from './typed/client-set.ts';
export { groupVersionPath, type Query, resourcePath, withQuery } from './typed/paths.ts';
export type * from './typed/resource.ts';
export { newWorkQueue, type WorkQueueOptions } from './workqueue/new-work-queue.ts';
export { ExponentialRateLimiter, type RateLimiter, TokenBucket } from './workqueue/rate-limiter.ts';
export type * from './workqueue/work-queue.ts';
export type { WorkQueueMetrics, WorkQueueMetricsProvider } from './workqueue/work-queue-metrics.ts';
export { evaluatePath, formatValue, renderTemplate } from './jsonpath/evaluate.ts';
export { JsonPathError } from './jsonpath/jsonpath-error.ts';
export type { PathStep, TemplateNode } from './jsonpath/nodes.ts';
export { parseRelaxedPath, parseTemplate } from './jsonpath/parse.ts';
export * from './zz_generated/index.ts';
