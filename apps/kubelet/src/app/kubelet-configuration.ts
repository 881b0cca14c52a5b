import {
  boolField,
  intField,
  listField,
  objectField,
  textField,
  type ConfigFileType,
  type FieldReader,
} from '@kubescript/component-base';

/** A taint in the configuration file. */
interface ConfiguredTaint {
  readonly key?: string;
  readonly value?: string;
  readonly effect?: string;
}

/**
 * The configuration file of the kubelet: the fields of upstream's kind that this kubelet honours; others are an error.
 * @go k8s.io/kubelet/config/v1beta1#KubeletConfiguration
 */
export interface KubeletConfiguration {
  readonly address?: string;
  readonly port?: number;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly authentication?: { readonly x509?: { readonly clientCAFile?: string } };
  readonly clusterDNS?: readonly string[];
  readonly clusterDomain?: string;
  readonly resolvConf?: string;
  readonly cgroupRoot?: string;
  readonly containerRuntimeEndpoint?: string;
  readonly registerNode?: boolean;
  readonly registerWithTaints?: readonly ConfiguredTaint[];
  readonly maxPods?: number;
  readonly podCIDR?: string;
  readonly podLogsDir?: string;
  readonly providerID?: string;
  readonly containerLogMaxSize?: string;
  readonly containerLogMaxFiles?: number;
  readonly imageGCHighThresholdPercent?: number;
  readonly imageGCLowThresholdPercent?: number;
}

const taint: FieldReader<ConfiguredTaint> = objectField<ConfiguredTaint>({
  key: textField,
  value: textField,
  effect: textField,
});

/** How the configuration file is decoded. */
export const kubeletConfigType: ConfigFileType<KubeletConfiguration> = {
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  fields: {
    address: textField,
    port: intField,
    tlsCertFile: textField,
    tlsPrivateKeyFile: textField,
    authentication: objectField({ x509: objectField({ clientCAFile: textField }) }),
    clusterDNS: listField(textField),
    clusterDomain: textField,
    resolvConf: textField,
    cgroupRoot: textField,
    containerRuntimeEndpoint: textField,
    registerNode: boolField,
    registerWithTaints: listField(taint),
    maxPods: intField,
    podCIDR: textField,
    podLogsDir: textField,
    providerID: textField,
    containerLogMaxSize: textField,
    containerLogMaxFiles: intField,
    imageGCHighThresholdPercent: intField,
    imageGCLowThresholdPercent: intField,
  },
};
