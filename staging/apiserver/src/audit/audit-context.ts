import { type Clock, deepCopy, formatMicroTime } from '@kubescript/apimachinery';

import type { UserInfo } from '../authentication/authenticator.ts';
import type { AuthorizerAttributes } from '../authorization/authorizer.ts';
import type { ServerRequest } from '../server/http.ts';
import {
  type AuditBackend,
  type AuditEvent,
  type AuditLevel,
  type AuditObjectReference,
  type AuditStage,
  type AuditStatus,
  type AuditUser,
  levelCovers,
} from './event.ts';
import type { RequestAuditConfig } from './policy-evaluator.ts';
import { sourceIpsOf } from './source-ips.ts';
import { withoutManagedFields } from './without-managed-fields.ts';

const maxUserAgentLength = 1024;
const notRecorded: RequestAuditConfig = { level: 'None', omitStages: new Set(), omitManagedFields: false };

type Draft = { -readonly [K in keyof AuditEvent]: AuditEvent[K] };

/**
 * What is known for the audit log about one request. Handlers add to it as they go; the audit filter turns it into an
 * event at each stage. It exists only where a policy is configured.
 *
 * @go k8s.io/apiserver/pkg/audit#AuditContext
 */
export class AuditContext {
  readonly auditId: string;
  readonly #clock: Clock;
  readonly #received: number;
  #annotations: Record<string, string> | undefined;
  #config = notRecorded;
  #backend: AuditBackend | undefined;
  #event: Draft | undefined;

  constructor(auditId: string, clock: Clock) {
    this.auditId = auditId;
    this.#clock = clock;
    this.#received = clock.now();
  }

  /** How much is recorded of this request. */
  get level(): AuditLevel {
    return this.#config.level;
  }

  /** The status that was recorded so far. */
  get responseStatus(): AuditStatus | undefined {
    return this.#event?.responseStatus;
  }

  /** Begins the event, unless the policy says that nothing is recorded; tells whether it is. */
  begin(
    request: ServerRequest,
    what: {
      readonly attributes: AuthorizerAttributes;
      readonly config: RequestAuditConfig;
      readonly backend: AuditBackend;
    },
  ): boolean {
    this.#config = what.config;
    if (what.config.level === 'None') return false;
    this.#backend = what.backend;
    this.#event = newEvent(request, what.attributes, {
      auditId: this.auditId,
      level: what.config.level,
      received: formatMicroTime(this.#received),
    });
    return true;
  }

  /** Adds an annotation; the first value of a key stays. From `level` on only. */
  annotate(key: string, value: string, level: AuditLevel = 'Metadata'): void {
    if (this.#event !== undefined && !levelCovers(this.level, level)) return;
    this.#annotations ??= {};
    this.#annotations[key] ??= value;
  }

  /** The user that is acted as. */
  logImpersonatedUser(user: UserInfo): void {
    if (this.#event) this.#event.impersonatedUser = auditUser(user);
  }

  /** The object that came, in the version in which it came. */
  logRequestObject(object: unknown, subresource: string): void {
    if (!this.#event) return;
    this.#event.objectRef = completedReference(this.#event.objectRef ?? {}, object, subresource);
    if (levelCovers(this.level, 'Request')) this.#event.requestObject = deepCopy(this.#shown(object));
  }

  /** The patch that came. */
  logRequestPatch(patch: unknown): void {
    if (this.#event && levelCovers(this.level, 'Request')) this.#event.requestObject = patch;
  }

  /** The status of the answer, of which only bounded fields are kept. */
  logResponseStatus(status: Omit<AuditStatus, 'metadata'>): void {
    if (!this.#event) return;
    const { status: outcome, message, reason, details, code } = status;
    this.#event.responseStatus = {
      metadata: {},
      ...(outcome === undefined ? {} : { status: outcome }),
      ...(message === undefined ? {} : { message }),
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      ...(code === undefined ? {} : { code }),
    };
  }

  /** The object of the answer; `read` is called only if it is recorded. */
  logResponseObject(read: () => unknown): void {
    if (this.#event && levelCovers(this.level, 'RequestResponse')) this.#event.responseObject = this.#shown(read());
  }

  /** Sends the event of a stage, unless the policy leaves that out; false if the request must not go on. */
  processStage(stage: AuditStage): boolean | Promise<boolean> {
    if (!this.#event || !this.#backend || this.#config.omitStages.has(stage)) return true;
    const stageTimestamp =
      stage === 'RequestReceived' ? this.#event.requestReceivedTimestamp : formatMicroTime(this.#clock.now());
    const annotations = this.#annotations && { ...this.#annotations };
    return this.#backend.processEvents([inOrder({ ...this.#event, stage, stageTimestamp }, annotations)]);
  }

  #shown(object: unknown): unknown {
    return this.#config.omitManagedFields ? withoutManagedFields(object) : object;
  }
}

function newEvent(
  request: ServerRequest,
  attributes: AuthorizerAttributes,
  what: { readonly auditId: string; readonly level: AuditLevel; readonly received: string },
): Draft {
  const sourceIPs = sourceIpsOf(request);
  const userAgent = request.headers['user-agent'] ?? '';
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: what.level,
    auditID: what.auditId,
    stage: 'RequestReceived',
    requestURI: request.url,
    verb: attributes.verb,
    user: auditUser(attributes.user),
    ...(sourceIPs.length === 0 ? {} : { sourceIPs }),
    ...(userAgent === '' ? {} : { userAgent: shortUserAgent(userAgent) }),
    ...(attributes.isResourceRequest ? { objectRef: referenceOf(attributes) } : {}),
    requestReceivedTimestamp: what.received,
    stageTimestamp: what.received,
  };
}

/** The event with its members in upstream's order, and without those that have no value. */
function inOrder(event: AuditEvent, annotations: AuditEvent['annotations']): AuditEvent {
  const { kind, apiVersion, level, auditID, stage, requestURI, verb, user, impersonatedUser, ...rest } = event;
  const { sourceIPs, userAgent, objectRef, responseStatus, requestObject, responseObject, ...times } = rest;
  const { requestReceivedTimestamp, stageTimestamp } = times;
  const head = { kind, apiVersion, level, auditID, stage, requestURI, verb, user };
  const middle = { impersonatedUser, sourceIPs, userAgent, objectRef, responseStatus, requestObject, responseObject };
  // Members without a value are left out of the JSON.
  return { ...head, ...middle, requestReceivedTimestamp, stageTimestamp, annotations } as AuditEvent;
}

const shortUserAgent = (text: string): string =>
  text.length > maxUserAgentLength ? `${text.slice(0, maxUserAgentLength)}...TRUNCATED` : text;

/** A user as events show it; nobody where none is known. */
function auditUser(user: UserInfo): AuditUser {
  const { name, uid = '', groups, extra = {} } = user;
  return {
    ...(name === '' ? {} : { username: name }),
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function referenceOf(attributes: AuthorizerAttributes): AuditObjectReference {
  const { resource, namespace, name, apiGroup, apiVersion, subresource } = attributes;
  return nonEmpty({ resource, namespace, name, apiGroup, apiVersion, subresource });
}

function completedReference(
  reference: AuditObjectReference,
  object: unknown,
  subresource: string,
): AuditObjectReference {
  const { namespace, name, uid, resourceVersion } =
    (object as { readonly metadata?: AuditObjectReference } | undefined)?.metadata ?? {};
  const known = reference;
  return nonEmpty({
    resource: known.resource,
    namespace: known.namespace ?? namespace,
    name: known.name ?? name,
    uid: known.uid ?? uid,
    apiGroup: known.apiGroup,
    apiVersion: known.apiVersion,
    resourceVersion: known.resourceVersion ?? resourceVersion,
    subresource: known.subresource ?? subresource,
  });
}

function nonEmpty(fields: Record<keyof AuditObjectReference, string | undefined> | object): AuditObjectReference {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? '') !== ''));
}
