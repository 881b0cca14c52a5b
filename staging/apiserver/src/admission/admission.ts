import type { DeepReadonly, GroupVersionKind, GroupVersionResource, KubeObject } from '@kubescript/apimachinery';

import type { UserInfo } from '../authentication/authenticator.ts';

/** The operations that admission sees. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** One request at admission. `object` and `oldObject` are of the version in which the client sent them. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** New state (undefined for DELETE). A mutating plugin may change it in place. */
  object: KubeObject | undefined;
  /** Old state (UPDATE, DELETE). */
  readonly oldObject: DeepReadonly<KubeObject> | undefined;
  /** CreateOptions, UpdateOptions, DeleteOptions or the connect options of the request. */
  readonly options: unknown;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** Adds a warning for the client. */
  warn(message: string): void;
  /** Adds an audit annotation. */
  annotate(key: string, value: string): void;
}

/**
 * An admission plugin. Each method refuses by throwing a StatusError (`newForbidden` by custom, which names the
 * plugin's reason), and is called only for operations that `handles` accepts.
 */
export interface AdmissionPlugin {
  /** Upstream's name, as in `--enable-admission-plugins`. */
  readonly name: string;
  handles(operation: AdmissionOperation): boolean;
  admit?(attributes: AdmissionAttributes): Promise<void>;
  validate?(attributes: AdmissionAttributes): Promise<void>;
}
