import { randomUUID } from 'node:crypto';

import {
  FieldPath,
  formatTime,
  invalid,
  newBadRequest,
  newConflict,
  newInvalid,
  type DeepReadonly,
  type FieldError,
  type KubeObject,
} from '@kubescript/apimachinery';
import type { CreateCall, EncodedObject, ResourceStore, Rest } from '@kubescript/apiserver';
import type { BoundObjectReference, TokenRequest } from '@kubescript/api/authentication/v1';
import type { Node, Pod, Secret, ServiceAccount } from '@kubescript/api/core/v1';

import { encodedObject } from '../../../generic/encoded.ts';
import { findObject, getObject, systemContext } from '../../../generic/read.ts';

const minimumSeconds = 600;
const maximumSeconds = 2 ** 32;
/** What the ServiceAccount admission asks for; such tokens live longer and warn after this time. */
const warnOnlyBoundTokenSeconds = 3607;
const extendedSeconds = 365 * 24 * 3600;
const clusterScoped = '';

/** An object that a token dies with. */
export interface TokenBinding {
  readonly name: string;
  readonly uid: string;
}

/** What is to be said by a token. */
export interface TokenClaims {
  readonly namespace: string;
  readonly serviceAccount: TokenBinding;
  readonly pod?: TokenBinding;
  readonly secret?: TokenBinding;
  readonly node?: { readonly name: string; readonly uid?: string };
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** Seconds after which the use of the token is noted as stale. */
  readonly warnAfterSeconds?: number;
}

/** Signs tokens. */
export interface TokenIssuer {
  /** The token and the time it expires, in milliseconds. */
  issueToken(claims: TokenClaims): Promise<{ readonly token: string; readonly expires: number }>;
}

/** How long tokens live. */
export interface TokenLifetime {
  /** No token lives longer, whatever is asked for; 0: no limit. */
  readonly maxSeconds: number;
  /** Whether the tokens of pods outlive the time after which they should have been renewed. */
  readonly extend: boolean;
}

const defaultLifetime: TokenLifetime = { maxSeconds: 0, extend: true };

/** What the token subresource reads. */
export interface TokenStores {
  readonly serviceAccounts: ResourceStore<ServiceAccount>;
  readonly pods: ResourceStore<Pod>;
  readonly secrets: ResourceStore<Secret>;
  readonly nodes: ResourceStore<Node>;
}

/**
 * `serviceaccounts/token`: issues a token for a ServiceAccount, bound to a pod, secret or node on request.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/serviceaccount/storage#TokenREST
 */
export class TokenRest implements Rest {
  readonly kind = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
  readonly stores: TokenStores;
  readonly issuer: TokenIssuer;
  readonly defaultAudiences: readonly string[];
  readonly lifetime: TokenLifetime;

  constructor(
    stores: TokenStores,
    issuer: TokenIssuer,
    options: { readonly audiences: readonly string[]; readonly lifetime?: TokenLifetime | undefined },
  ) {
    this.stores = stores;
    this.issuer = issuer;
    this.defaultAudiences = options.audiences;
    this.lifetime = options.lifetime ?? defaultLifetime;
  }

  async create(name: string, object: KubeObject, call: CreateCall): Promise<EncodedObject> {
    const request = object as TokenRequest;
    checkNames(request, name, call.namespace);
    const account = await getObject(this.stores.serviceAccounts, name, call);
    if (!request.spec.audiences?.length) request.spec.audiences = [...this.defaultAudiences];
    request.spec.expirationSeconds ??= 3600;
    throwIfInvalid(request);
    await call.validate(request);
    const bound = await this.boundObjects(request.spec.boundObjectRef, account, call);
    this.limitLifetime(request, call);
    const { token, expires } = await this.issuer.issueToken({
      namespace: call.namespace,
      serviceAccount: bindingOf(account),
      audiences: request.spec.audiences,
      ...this.lifetimeOf(request, bound.pod !== undefined),
      ...bound,
    });
    const answer: TokenRequest = {
      ...request,
      metadata: {
        ...request.metadata,
        name,
        namespace: call.namespace,
        uid: randomUUID(),
        creationTimestamp: formatTime(Date.now()),
      },
      status: { token, expirationTimestamp: formatTime(expires) },
    };
    return encodedObject<KubeObject>(answer);
  }

  private limitLifetime({ spec }: TokenRequest, call: CreateCall): void {
    const { maxSeconds } = this.lifetime;
    const { expirationSeconds = 0 } = spec;
    if (maxSeconds <= 0 || expirationSeconds <= maxSeconds) return;
    call.warn?.(
      `requested expiration of ${String(expirationSeconds)} seconds shortened to ${String(maxSeconds)} seconds`,
    );
    spec.expirationSeconds = maxSeconds;
  }

  /** Tokens of pods that still expect the old, unlimited ones live a year, and are noted as stale after an hour. */
  private lifetimeOf(
    { spec }: TokenRequest,
    isPodBound: boolean,
  ): Pick<TokenClaims, 'expirationSeconds' | 'warnAfterSeconds'> {
    const { maxSeconds, extend } = this.lifetime;
    const expirationSeconds = spec.expirationSeconds ?? 3600;
    const isForServer = (spec.audiences ?? []).every((audience) => this.defaultAudiences.includes(audience));
    const isExtended = extend && isPodBound && isForServer && expirationSeconds === warnOnlyBoundTokenSeconds;
    if (!isExtended) return { expirationSeconds };
    const longest = maxSeconds > 0 ? Math.min(extendedSeconds, maxSeconds) : extendedSeconds;
    return { expirationSeconds: longest, warnAfterSeconds: expirationSeconds };
  }

  /** The objects that the token is to be bound to; throws if they are not there, or others than the client meant. */
  private async boundObjects(
    reference: BoundObjectReference | undefined,
    account: DeepReadonly<ServiceAccount>,
    call: CreateCall,
  ): Promise<Pick<TokenClaims, 'pod' | 'secret' | 'node'>> {
    if (!reference) return {};
    const { name = '', kind = '', apiVersion = '' } = reference;
    if (apiVersion === 'v1' && kind === 'Pod') return this.boundPod(reference, account, call);
    if (apiVersion === 'v1' && kind === 'Node') {
      const node = await getObject(this.stores.nodes, name, systemContext(clusterScoped, call.signal));
      checkUid(reference, node);
      return { node: bindingOf(node) };
    }
    if (apiVersion === 'v1' && kind === 'Secret') {
      const secret = await getObject(this.stores.secrets, name, call);
      checkUid(reference, secret);
      return { secret: bindingOf(secret) };
    }
    throw newBadRequest(`cannot bind token to object of type ${groupVersionText(apiVersion)}, Kind=${kind}`);
  }

  private async boundPod(
    reference: BoundObjectReference,
    account: DeepReadonly<ServiceAccount>,
    call: CreateCall,
  ): Promise<Pick<TokenClaims, 'pod' | 'node'>> {
    const pod = await getObject(this.stores.pods, reference.name ?? '', call);
    if (account.metadata.name !== pod.spec.serviceAccountName) {
      throw newBadRequest(
        `cannot bind token for serviceaccount "${account.metadata.name ?? ''}" to pod running with different serviceaccount name.`,
      );
    }
    checkUid(reference, pod);
    const nodeName = pod.spec.nodeName ?? '';
    if (nodeName === '') return { pod: bindingOf(pod) };
    const node = await findObject(this.stores.nodes, nodeName, systemContext(clusterScoped, call.signal));
    return { pod: bindingOf(pod), node: node ? bindingOf(node) : { name: nodeName } };
  }
}

function checkNames({ metadata }: TokenRequest, name: string, namespace: string): void {
  if ((metadata.name ?? name) !== name) {
    throw newBadRequest(
      `must provide the service account name in the URL: the name of the object (${metadata.name ?? ''}) does not match the name on the URL (${name})`,
    );
  }
  if ((metadata.namespace ?? namespace) !== namespace) {
    throw newBadRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

function throwIfInvalid({ spec, metadata }: TokenRequest): void {
  const problems: FieldError[] = [];
  const path = new FieldPath('spec').child('expirationSeconds');
  const seconds = spec.expirationSeconds ?? 3600;
  if (seconds < minimumSeconds)
    problems.push(invalid(path, seconds, 'may not specify a duration less than 10 minutes'));
  if (seconds > maximumSeconds) {
    problems.push(invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (problems.length > 0) {
    throw newInvalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, metadata.name ?? '', problems);
  }
}

function checkUid({ uid, kind = '', name = '' }: BoundObjectReference, object: DeepReadonly<KubeObject>): void {
  if (uid === undefined || uid === '' || uid === object.metadata.uid) return;
  const message =
    `the UID in the bound object reference (${uid}) does not match the UID in record. ` +
    'The object might have been deleted and then recreated';
  throw newConflict({ group: '', resource: kind }, name, message);
}

function bindingOf({ metadata }: DeepReadonly<KubeObject>): TokenBinding {
  return { name: metadata.name ?? '', uid: metadata.uid ?? '' };
}

function groupVersionText(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
}
