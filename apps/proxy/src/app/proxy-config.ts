import {
  type ConfigFileType,
  boolField,
  choiceField,
  durationField,
  intField,
  listField,
  numberField,
  objectField,
  textField,
} from '@kubescript/component-base';

/** The ways of making rules; those of upstream that cannot work here are refused by validation. */
export type ProxyMode = 'nftables' | 'iptables' | 'ipvs' | 'kernelspace' | '';

/** How traffic of the node's own pods is recognised. */
export type DetectLocalMode = 'ClusterCIDR' | 'NodeCIDR' | 'BridgeInterface' | 'InterfaceNamePrefix' | '';

/** What both modes are set up with. */
interface ModeConfiguration {
  readonly masqueradeBit?: number;
  readonly masqueradeAll?: boolean;
  readonly syncPeriod?: number;
  readonly minSyncPeriod?: number;
}

/**
 * The configuration file of kube-proxy once decoded (`kubeproxy.config.k8s.io/v1alpha1`); durations are milliseconds.
 * @go kube-proxy/config/v1alpha1#KubeProxyConfiguration
 */
export interface KubeProxyConfiguration {
  readonly clientConnection?: { readonly kubeconfig?: string; readonly qps?: number; readonly burst?: number };
  readonly hostnameOverride?: string;
  readonly healthzBindAddress?: string;
  readonly metricsBindAddress?: string;
  readonly bindAddressHardFail?: boolean;
  readonly mode?: ProxyMode;
  readonly nftables?: ModeConfiguration;
  readonly iptables?: ModeConfiguration & { readonly localhostNodePorts?: boolean };
  readonly detectLocalMode?: DetectLocalMode;
  readonly detectLocal?: { readonly bridgeInterface?: string; readonly interfaceNamePrefix?: string };
  readonly clusterCIDR?: string;
  readonly nodePortAddresses?: readonly string[];
}

const mode = {
  masqueradeBit: intField,
  masqueradeAll: boolField,
  syncPeriod: durationField,
  minSyncPeriod: durationField,
};

/** How the configuration file is decoded. */
export const proxyConfigType: ConfigFileType<KubeProxyConfiguration> = {
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  fields: {
    clientConnection: objectField({ kubeconfig: textField, qps: numberField, burst: intField }),
    hostnameOverride: textField,
    healthzBindAddress: textField,
    metricsBindAddress: textField,
    bindAddressHardFail: boolField,
    mode: choiceField<ProxyMode>('nftables', 'iptables', 'ipvs', 'kernelspace', ''),
    nftables: objectField<ModeConfiguration>(mode),
    iptables: objectField({ ...mode, localhostNodePorts: boolField }),
    detectLocalMode: choiceField<DetectLocalMode>(
      'ClusterCIDR',
      'NodeCIDR',
      'BridgeInterface',
      'InterfaceNamePrefix',
      '',
    ),
    detectLocal: objectField({ bridgeInterface: textField, interfaceNamePrefix: textField }),
    clusterCIDR: textField,
    nodePortAddresses: listField(textField),
  },
};
