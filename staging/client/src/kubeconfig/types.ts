/** A cluster as a kubeconfig describes it. `…-data` is base64. */
export interface KubeconfigCluster {
  readonly server: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
}

/** Who calls, as a kubeconfig describes it. */
export interface KubeconfigUser {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly exec?: unknown;
  readonly 'auth-provider'?: unknown;
}

/** A cluster, a user and a namespace that are used together. */
export interface KubeconfigContext {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string;
}

/** A kubeconfig file, with its lists of named entries as they are written. Paths in it are absolute once loaded. */
export interface Kubeconfig {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly preferences?: Readonly<Record<string, unknown>>;
  readonly clusters: readonly { readonly name: string; readonly cluster: KubeconfigCluster }[];
  readonly users: readonly { readonly name: string; readonly user: KubeconfigUser }[];
  readonly contexts: readonly { readonly name: string; readonly context: KubeconfigContext }[];
  readonly 'current-context'?: string;
}

/** What the command line says over the kubeconfig. */
export interface KubeconfigOverrides {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly server?: string;
  readonly token?: string;
  readonly certificateAuthority?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly tlsServerName?: string;
  readonly as?: string;
  readonly asUid?: string;
  readonly asGroups?: readonly string[];
}
