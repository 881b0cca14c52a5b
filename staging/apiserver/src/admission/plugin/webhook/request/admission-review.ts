import { randomUUID } from 'node:crypto';

import {
  type GroupVersionKind,
  type GroupVersionResource,
  type JsonObject,
  type JsonPatchOperation,
  type Status,
  isJsonObject,
} from '@kubescript/apimachinery';

import { inOrder } from '../../../../endpoints/versioned-object.ts';
import type { VersionedAttributes } from '../../../versioned-attributes.ts';
import type { Webhook } from '../accessor.ts';
import type { WebhookInvocation } from '../generic/invocation.ts';

/** The versions of AdmissionReview that are spoken. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** A question to a webhook. */
export interface ReviewRequest {
  readonly uid: string;
  readonly version: ReviewVersion;
  readonly body: unknown;
}

/** What a webhook answered, checked. */
export interface ReviewResponse {
  readonly allowed: boolean;
  readonly result: Partial<Status> | undefined;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Base64 of the patch; '' where there is none. */
  readonly patch: string;
  readonly patchType: string;
}

/**
 * The question in the first version that the webhook lists and that is known here. Throws if it lists none.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/request#CreateAdmissionObjects
 */
export function newReviewRequest(
  versioned: VersionedAttributes,
  invocation: WebhookInvocation,
  uid: string = randomUUID(),
): ReviewRequest {
  const { admissionReviewVersions } = invocation.accessor.webhook;
  const version = reviewVersionOf(invocation.accessor.webhook);
  if (!version) {
    throw new Error(
      `webhook does not accept known AdmissionReview versions (v1, v1beta1): [${admissionReviewVersions.join(' ')}]`,
    );
  }
  const body = {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${version}`,
    request: admissionRequest(versioned, invocation, uid),
  };
  return { uid, version, body };
}

function reviewVersionOf(webhook: Webhook): ReviewVersion | undefined {
  return webhook.admissionReviewVersions.find((version) => version === 'v1' || version === 'v1beta1');
}

/** The request: `kind` and `resource` as the webhook's rule names them, `request*` as the client did. */
function admissionRequest(versioned: VersionedAttributes, invocation: WebhookInvocation, uid: string): unknown {
  const { attributes, object, oldObject } = versioned;
  const { subresource, namespace, name, user } = attributes;
  return {
    uid,
    kind: kindOf(invocation.kind),
    resource: resourceOf(invocation.resource),
    ...(invocation.subresource === '' ? {} : { subResource: invocation.subresource }),
    requestKind: kindOf(attributes.kind),
    requestResource: resourceOf(attributes.resource),
    ...(subresource === '' ? {} : { requestSubResource: subresource }),
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation: attributes.operation,
    userInfo: {
      ...(user.name === '' ? {} : { username: user.name }),
      ...(user.uid === undefined || user.uid === '' ? {} : { uid: user.uid }),
      ...(user.groups.length === 0 ? {} : { groups: user.groups }),
      ...(Object.keys(user.extra ?? {}).length === 0 ? {} : { extra: user.extra }),
    },
    object: object === undefined ? null : inOrder(object),
    oldObject: oldObject === undefined ? null : inOrder(oldObject),
    dryRun: attributes.dryRun,
    options: attributes.options ?? null,
  };
}

function kindOf({ group, version, kind }: GroupVersionKind): unknown {
  return { group, version, kind };
}

function resourceOf({ group, version, resource }: GroupVersionResource): unknown {
  return { group, version, resource };
}

/**
 * Checks the answer against the question; throws an Error that says what is wrong with it.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/request#VerifyAdmissionResponse
 */
export function verifyReviewResponse(review: unknown, request: ReviewRequest, mutating: boolean): ReviewResponse {
  const envelope: JsonObject = isJsonObject(review) ? review : {};
  const [apiVersion, kind] = [textOf(envelope['apiVersion']), textOf(envelope['kind'])];
  const response = envelope['response'];
  if (request.version === 'v1' && (apiVersion !== 'admission.k8s.io/v1' || kind !== 'AdmissionReview')) {
    const got = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
    throw new Error(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${got}`);
  }
  if (!isJsonObject(response)) throw new Error('webhook response was absent');
  const answer = readResponse(response);
  const uid = textOf(response['uid']);
  if (request.version === 'v1' && uid !== request.uid) {
    throw new Error(`expected response.uid=${JSON.stringify(request.uid)}, got ${JSON.stringify(uid)}`);
  }
  if (request.version === 'v1') checkPatch(answer, mutating, 'patchType' in response && response['patchType'] !== null);
  return request.version === 'v1beta1' && answer.patch !== '' ? { ...answer, patchType: 'JSONPatch' } : answer;
}

function readResponse(response: JsonObject): ReviewResponse {
  const { allowed, status, auditAnnotations, warnings, patch, patchType } = response;
  return {
    allowed: allowed === true,
    result: isJsonObject(status) ? status : undefined,
    auditAnnotations: (auditAnnotations ?? {}) as Readonly<Record<string, string>>,
    warnings: (warnings ?? []) as readonly string[],
    patch: textOf(patch),
    patchType: textOf(patchType),
  };
}

function checkPatch({ patch, patchType }: ReviewResponse, mutating: boolean, hasType: boolean): void {
  if (!mutating) {
    if (patch !== '') throw new Error('validating webhook may not return response.patch');
    if (hasType) throw new Error('validating webhook may not return response.patchType');
    return;
  }
  if (patch !== '' && !hasType) throw new Error('webhook returned response.patch but not response.patchType');
  if (patch === '' && hasType) throw new Error('webhook returned response.patchType but not response.patch');
  if (hasType && patchType === '') {
    throw new Error(`webhook returned invalid response.patchType of ${JSON.stringify(patchType)}`);
  }
}

/** The operations of a patch; throws an Error if it cannot be read. */
export function decodePatch(patch: string): readonly JsonPatchOperation[] {
  const value: unknown = JSON.parse(Buffer.from(patch, 'base64').toString('utf8'));
  if (!Array.isArray(value)) throw new Error('json: cannot unmarshal into Go value of type jsonpatch.Patch');
  return value as readonly JsonPatchOperation[];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
