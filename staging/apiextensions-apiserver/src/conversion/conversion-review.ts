import { type KubeObject, type Status } from '@kubescript/apimachinery';

/** The versions of ConversionReview that this server speaks. */
export type ReviewVersion = 'v1' | 'v1beta1';

const group = 'apiextensions.k8s.io';

/** Whether this server speaks that version. */
export function isReviewVersion(version: string): version is ReviewVersion {
  return version === 'v1' || version === 'v1beta1';
}

/** What a webhook is asked. */
export function newReview(
  version: ReviewVersion,
  uid: string,
  desiredAPIVersion: string,
  objects: readonly KubeObject[],
): unknown {
  return { kind: 'ConversionReview', apiVersion: `${group}/${version}`, request: { uid, desiredAPIVersion, objects } };
}

interface Review {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly response?: {
    readonly uid?: string;
    readonly convertedObjects?: readonly KubeObject[];
    readonly result?: Partial<Status>;
  };
}

/**
 * What a webhook answered; throws an Error that says why that is no answer.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/conversion#getConvertedObjectsFromResponse
 */
export function objectsOfReview(answer: unknown, version: ReviewVersion, uid: string): KubeObject[] {
  const { apiVersion = '', kind = '', response } = (answer ?? {}) as Review;
  const expected = `${group}/${version}`;
  if (version === 'v1' && (apiVersion !== expected || kind !== 'ConversionReview')) {
    throw new Error(`expected webhook response of ${expected}, Kind=ConversionReview, got ${apiVersion}, Kind=${kind}`);
  }
  if (!response) throw new Error('no response provided');
  const { result = {}, convertedObjects = [] } = response;
  if (version === 'v1' && response.uid !== uid) {
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`);
  }
  if (result.status !== 'Success') throw new Error(problemOf(result));
  return [...convertedObjects];
}

function problemOf({ status = '', message = '' }: Partial<Status>): string {
  return message === '' ? `response.result.status was '${status}', not 'Success'` : message;
}
