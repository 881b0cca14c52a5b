import type { Command } from 'commander';
import {
  FlagGroup,
  type LoggingOptions,
  type SecureServingOptions,
  boolFlag,
  listFlag,
  loggingFlags,
  secureServingFlags,
  shownAmong,
  stringFlag,
} from '@kubescript/component-base';
import { defaultAddressTypes } from '@kubescript/apiserver';
import { parseRuntimeConfig } from '@kubescript/lib-controlplane';

import { type AuditingFlags, auditingFlags } from './flags/auditing.ts';
import {
  authenticationConflicts,
  authenticationFlagGroup,
  type AuthenticationFlags,
  oidcFlagGroup,
  type OidcFlags,
  requestHeaderFlagGroup,
  type RequestHeaderFlags,
  serviceAccountFlagGroup,
  type ServiceAccountFlags,
} from './flags/authentication.ts';
import { authorizationFlagGroup, type AuthorizationFlags } from './flags/authorization.ts';
import { type StorageOptions, etcdFlags } from './flags/etcd.ts';
import { type FeatureFlags, featureFlags } from './flags/features.ts';
import { type MetricsFlags, metricsFlags } from './flags/metrics.ts';
import { type TraceFlags, traceFlags } from './flags/traces.ts';
import { type TlsFlags, tlsFlags } from './flags/tls.ts';
import { type GenericFlags, genericFlags } from './flags/generic.ts';

/** What is checked and changed on the way in. */
export interface AdmissionFlags {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  readonly admissionControlConfigFile: string;
  readonly allowPrivileged: boolean;
}

/** Which versions and resources are served. */
export interface ApiEnablementFlags {
  readonly runtimeConfig: readonly string[];
}

/** The cluster around the server. */
export interface ClusterFlags {
  readonly advertiseAddress: string;
  readonly serviceClusterIpRange: readonly string[];
  readonly serviceNodePortRange: string;
  readonly kubeletClientCertificate: string;
  readonly kubeletClientKey: string;
  readonly kubeletCertificateAuthority: string;
  readonly kubeletPreferredAddressTypes: readonly string[];
  readonly enableAggregatorRouting: boolean;
  readonly proxyClientCertFile: string;
  readonly proxyClientKeyFile: string;
}

/** All options of kube-apiserver, by flag group. */
export interface ApiserverOptions {
  readonly serving: SecureServingOptions;
  readonly tls: TlsFlags;
  readonly storage: StorageOptions;
  readonly authentication: AuthenticationFlags;
  readonly serviceAccount: ServiceAccountFlags;
  readonly requestHeader: RequestHeaderFlags;
  readonly oidc: OidcFlags;
  readonly authorization: AuthorizationFlags;
  readonly apiEnablement: ApiEnablementFlags;
  readonly admission: AdmissionFlags;
  readonly cluster: ClusterFlags;
  readonly limits: GenericFlags;
  readonly auditing: AuditingFlags;
  readonly features: FeatureFlags;
  readonly traces: TraceFlags;
  readonly metrics: MetricsFlags;
  readonly logging: LoggingOptions;
}

/** In the order in which help shows them, which is the reference's. */
const groups = {
  limits: genericFlags(),
  storage: etcdFlags(),
  serving: secureServingFlags({ port: 6443 }),
  tls: tlsFlags(),
  auditing: auditingFlags(),
  features: featureFlags(),
  authentication: authenticationFlagGroup,
  serviceAccount: serviceAccountFlagGroup,
  requestHeader: requestHeaderFlagGroup,
  oidc: oidcFlagGroup,
  authorization: authorizationFlagGroup,
  apiEnablement: new FlagGroup<ApiEnablementFlags>('Api enablement', {
    runtimeConfig: listFlag(
      [],
      'versions and resources to switch on or off: apps/v1=false, networking.k8s.io/v1beta1=true, api/beta=true',
    ),
  }),
  admission: new FlagGroup<AdmissionFlags>('Admission', {
    enableAdmissionPlugins: listFlag([], 'admission plugins to run besides those that run by default'),
    admissionControlConfigFile: stringFlag('', 'file with the configurations of admission plugins'),
    disableAdmissionPlugins: listFlag([], 'admission plugins that run by default and should not'),
    allowPrivileged: boolFlag(false, 'containers may be privileged'),
  }),
  metrics: metricsFlags(),
  logging: loggingFlags(),
  traces: traceFlags(),
  cluster: new FlagGroup<ClusterFlags>('Misc', {
    advertiseAddress: shownAmong(
      'Generic',
      stringFlag('', 'address by which nodes and pods reach this server; by default that of this machine'),
    ),
    serviceClusterIpRange: listFlag(['10.0.0.0/24'], 'ranges of the addresses of Services, one per IP family'),
    serviceNodePortRange: stringFlag('30000-32767', 'ports of Services that are open on every node'),
    kubeletClientCertificate: stringFlag('', 'file with the certificate to show to kubelets'),
    kubeletClientKey: stringFlag('', 'file with the key of --kubelet-client-certificate'),
    kubeletCertificateAuthority: stringFlag('', 'file with the authority of kubelets; without it none is checked'),
    kubeletPreferredAddressTypes: listFlag(defaultAddressTypes, 'kinds of node addresses to use, best first'),
    enableAggregatorRouting: boolFlag(false, 'reach webhooks and API services by endpoints in place of cluster IPs'),
    proxyClientCertFile: stringFlag('', 'file with the certificate by which API services know this server'),
    proxyClientKeyFile: stringFlag('', 'file with the key of --proxy-client-cert-file'),
  }),
} satisfies { readonly [K in keyof ApiserverOptions]: FlagGroup<ApiserverOptions[K]> };

/** Only what was typed, by flag group. */
export type TypedOptions = { readonly [K in keyof ApiserverOptions]: Partial<ApiserverOptions[K]> };

/** Declares all flags. */
export function addFlags(cmd: Command): void {
  for (const group of Object.values(groups)) group.addFlags(cmd);
}

/** What the user typed. */
export function typedOptions(cmd: Command): TypedOptions {
  return mapGroups((group) => group.typed(cmd)) as unknown as TypedOptions;
}

/** What `read` makes of each group, under the group's name. */
function mapGroups(read: (group: FlagGroup<object>, name: keyof ApiserverOptions) => object): Record<string, object> {
  const entries = Object.entries(groups) as unknown as [keyof ApiserverOptions, FlagGroup<object>][];
  return Object.fromEntries(entries.map(([name, group]) => [name, read(group, name)]));
}

declare const completed: unique symbol;

/** Options with their defaults filled in; made only by `completeOptions`. */
export type CompletedOptions = ApiserverOptions & { readonly [completed]: true };

/** Fills in the defaults. */
export function completeOptions(typed: Partial<TypedOptions>): CompletedOptions {
  return mapGroups((group, name) => group.complete(typed[name] ?? {})) as unknown as CompletedOptions;
}

/** Every flag with its value, for those who look at the running server. */
export function flagTexts(options: CompletedOptions): Readonly<Record<string, string>> {
  const texts = mapGroups((group, name) => group.texts(options[name])) as Record<string, Record<string, string>>;
  return Object.assign({}, ...Object.values(texts)) as Record<string, string>;
}

/** What is wrong with the options, all at once. */
export function validateOptions(options: CompletedOptions): readonly Error[] {
  const problems = mapGroups((group, name) => group.validate(options[name])) as Record<string, readonly Error[]>;
  return [...Object.values(problems).flat(), ...authenticationConflicts(options), ...validateCluster(options)];
}

function validateCluster({ cluster, apiEnablement }: CompletedOptions): Error[] {
  const problems: Error[] = [];
  for (const parse of [
    () => parsePortRange(cluster.serviceNodePortRange),
    () => parseRuntimeConfig(apiEnablement.runtimeConfig),
  ]) {
    try {
      parse();
    } catch (error) {
      problems.push(error as Error);
    }
  }
  if (cluster.serviceClusterIpRange.length > 2) {
    problems.push(new Error('--service-cluster-ip-range must not contain more than two entries'));
  }
  for (const range of cluster.serviceClusterIpRange) {
    if (!/^[0-9a-fA-F.:]+\/\d+$/.test(range))
      problems.push(new Error(`--service-cluster-ip-range: ${range} is no CIDR`));
  }
  if ((cluster.kubeletClientCertificate === '') !== (cluster.kubeletClientKey === '')) {
    problems.push(new Error('--kubelet-client-certificate and --kubelet-client-key must be given together'));
  }
  if ((cluster.proxyClientCertFile === '') !== (cluster.proxyClientKeyFile === '')) {
    problems.push(new Error('--proxy-client-cert-file and --proxy-client-key-file must be given together'));
  }
  return problems;
}

/** `30000-32767`, or one port. */
export function parsePortRange(text: string): { readonly first: number; readonly last: number } {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  const first = Number(match?.[1] ?? -1);
  const last = Number(match?.[2] ?? first);
  if (!match || first < 1 || last > 65535 || last < first) {
    throw new Error(`--service-node-port-range: ${text} is no range of ports such as 30000-32767`);
  }
  return { first, last };
}
