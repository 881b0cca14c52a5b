import type { Status } from '@kubescript/apimachinery';

/** How much of a request is recorded, each level with all of the one before. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type AuditLevel = (typeof auditLevels)[number];

/** When in the life of a request an event is made. */
export const auditStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type AuditStage = (typeof auditStages)[number];

/** Whether `level` records at least what `wanted` does. */
export function levelCovers(level: AuditLevel, wanted: AuditLevel): boolean {
  return auditLevels.indexOf(level) >= auditLevels.indexOf(wanted);
}

/** A user as events show it. */
export interface AuditUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The object that a request is about. */
export interface AuditObjectReference {
  resource?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiGroup?: string;
  apiVersion?: string;
  resourceVersion?: string;
  subresource?: string;
}

/**
 * One record of the audit log (audit.k8s.io/v1 Event), with its fields in upstream's order.
 *
 * @go k8s.io/apiserver/pkg/apis/audit/v1#Event
 */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: 'audit.k8s.io/v1';
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: AuditObjectReference;
  readonly responseStatus?: AuditStatus;
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The bounded part of a Status that events carry. */
export type AuditStatus = { readonly metadata: Record<string, never> } & Partial<
  Pick<Status, 'status' | 'message' | 'reason' | 'details' | 'code'>
>;

/** Where events go. */
export interface AuditBackend extends AsyncDisposable {
  /** Takes events; false if one of them could not be stored and the request must not go on. */
  processEvents(events: readonly AuditEvent[]): boolean | Promise<boolean>;
}
