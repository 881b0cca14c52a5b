import type { ObjectMeta, int32 } from '@kubescript/apimachinery';

/** What is wanted of a Foo. */
export interface FooSpec {
  /**
   * Name of the Deployment.
   *
   * @minLength 1
   * @maxLength 63
   * @validation rule="self == oldSelf" message="is immutable"
   */
  deploymentName: string;
  /**
   * How many pods there are.
   *
   * @default 1
   * @minimum 0
   * @maximum 10
   */
  replicas?: int32;
}

/** What is there of a Foo. */
export interface FooStatus {
  /** Pods that are available. */
  availableReplicas?: int32;
}

/**
 * A Deployment that is made and kept by the sample controller.
 *
 * @gvk samplecontroller.k8s.io v1alpha1 Foo
 * @annotation name=api-approved.kubernetes.io value="unapproved, experimental-only"
 * @resource foos namespaced categories=all subresources=status
 * @scale specReplicasPath=.spec.replicas statusReplicasPath=.status.availableReplicas
 * @printColumn name=Deployment type=string jsonPath=.spec.deploymentName
 * @printColumn name=Available type=integer jsonPath=.status.availableReplicas
 * @printColumn name=Age type=date jsonPath=.metadata.creationTimestamp
 */
export interface Foo {
  kind?: string;
  apiVersion?: string;
  /** @optional */
  metadata: ObjectMeta;
  spec: FooSpec;
  status?: FooStatus;
}
