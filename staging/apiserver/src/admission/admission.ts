import type {
  DeepReadonly,
  GroupVersionKind,
  GroupVersionResource,
  KubeObject,
  Scheme,
} from '@kubescript/apimachinery';

import type { AuditLevel } from '../audit/event.ts';
import type { UserInfo } from '../authentication/authenticator.ts';
import type { EquivalentResourceMapper } from './equivalent-resources.ts';
import type { ReinvocationContext } from './reinvocation.ts';

/** The operations that admission sees. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/**
 * What plugins need to show an object in another version.
 *
 * @go k8s.io/apiserver/pkg/admission#ObjectInterfaces
 */
export interface ObjectInterfaces {
  readonly scheme: Scheme;
  readonly equivalentResources: EquivalentResourceMapper;
}

/**
 * One request at admission. `object` and `oldObject` are of the hub version of their kind; `kind` and `resource` are
 * those of the request.
 */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /**
   * New state (undefined for DELETE; the options of the connection for CONNECT). A mutating plugin may change it in
   * place or put another in its place.
   */
  object: KubeObject | undefined;
  /** Old state (UPDATE, DELETE). */
  readonly oldObject: DeepReadonly<KubeObject> | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions of the request; undefined for CONNECT. */
  readonly options: unknown;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  readonly interfaces: ObjectInterfaces;
  readonly reinvocation: ReinvocationContext;
  /** Aborted when the request is over. */
  readonly signal: AbortSignal;
  /** When the request has to be answered, on the clock of `performance.now()`; absent where it may take its time. */
  readonly deadline?: number | undefined;
  /** Adds a warning for the client. */
  warn(message: string): void;
  /** Adds an audit annotation, from `level` of the audit policy on (Metadata if it is not stated). */
  annotate(key: string, value: string, level?: AuditLevel): void;
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
