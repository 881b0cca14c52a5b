export { Aggregator, type AggregatorOptions } from './aggregator.ts';
export type { ApiServicePriority } from './autoregister/desired.ts';
export type { ProxyClientCertificate } from './proxy/api-service-proxy.ts';
export type { ServiceLocation } from './proxy/service-resolver.ts';
export { installApiregistration } from './registry/rest.ts';
