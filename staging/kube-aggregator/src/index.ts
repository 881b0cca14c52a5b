export { Aggregator, type AggregatorOptions } from './aggregator.ts';
export type { ApiServicePriority } from './autoregister/desired.ts';
export type { ProxyClientCertificate } from './proxy/api-service-proxy.ts';
export { installApiregistration } from './registry/rest.ts';
export { type AggregatorHook, aggregatorHooks } from './hooks.ts';
