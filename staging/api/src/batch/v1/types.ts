import type { LabelSelector, ListMeta, ObjectMeta, Time, int32, int64 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/**
 * @gvk batch v1 CronJob
 * @resource cronjobs namespaced short=cj categories=all subresources=status
 */
export interface CronJob {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 spec CronJobSpec
   */
  spec: CronJobSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status CronJobStatus
   */
  status: CronJobStatus;
}

/** @gvk batch v1 CronJobList */
export interface CronJobList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items CronJob */
  items: CronJob[];
}

export interface CronJobSpec {
  /** @protobuf 1 schedule string */
  schedule: string;
  /**
   * @pointer
   * @protobuf 8 timeZone string
   */
  timeZone?: string;
  /**
   * @pointer
   * @protobuf 2 startingDeadlineSeconds int64
   */
  startingDeadlineSeconds?: int64;
  /** @protobuf 3 concurrencyPolicy string */
  concurrencyPolicy?: string;
  /**
   * @pointer
   * @protobuf 4 suspend bool
   */
  suspend?: boolean;
  /**
   * @embedded
   * @protobuf 5 jobTemplate JobTemplateSpec
   */
  jobTemplate: JobTemplateSpec;
  /**
   * @pointer
   * @protobuf 6 successfulJobsHistoryLimit int32
   */
  successfulJobsHistoryLimit?: int32;
  /**
   * @pointer
   * @protobuf 7 failedJobsHistoryLimit int32
   */
  failedJobsHistoryLimit?: int32;
}

export interface CronJobStatus {
  /**
   * @listType atomic
   * @protobuf 1 active .k8s.io.api.core.v1.ObjectReference
   */
  active?: corev1.ObjectReference[];
  /** @protobuf 4 lastScheduleTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  lastScheduleTime?: Time;
  /** @protobuf 5 lastSuccessfulTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  lastSuccessfulTime?: Time;
}

/**
 * @gvk batch v1 Job
 * @resource jobs namespaced categories=all subresources=status
 */
export interface Job {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @optional
   * @embedded
   * @protobuf 2 spec JobSpec
   */
  spec: JobSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status JobStatus
   */
  status: JobStatus;
}

export interface JobCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastProbeTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastProbeTime?: Time;
  /**
   * @emitted
   * @protobuf 4 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 5 reason string */
  reason?: string;
  /** @protobuf 6 message string */
  message?: string;
}

/** @gvk batch v1 JobList */
export interface JobList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items Job */
  items: Job[];
}

export interface JobSpec {
  /**
   * @pointer
   * @protobuf 1 parallelism int32
   */
  parallelism?: int32;
  /**
   * @pointer
   * @protobuf 2 completions int32
   */
  completions?: int32;
  /**
   * @pointer
   * @protobuf 3 activeDeadlineSeconds int64
   */
  activeDeadlineSeconds?: int64;
  /** @protobuf 11 podFailurePolicy PodFailurePolicy */
  podFailurePolicy?: PodFailurePolicy;
  /** @protobuf 16 successPolicy SuccessPolicy */
  successPolicy?: SuccessPolicy;
  /**
   * @pointer
   * @protobuf 7 backoffLimit int32
   */
  backoffLimit?: int32;
  /**
   * @pointer
   * @protobuf 12 backoffLimitPerIndex int32
   */
  backoffLimitPerIndex?: int32;
  /**
   * @pointer
   * @protobuf 13 maxFailedIndexes int32
   */
  maxFailedIndexes?: int32;
  /** @protobuf 4 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector?: LabelSelector;
  /**
   * @pointer
   * @protobuf 5 manualSelector bool
   */
  manualSelector?: boolean;
  /**
   * @embedded
   * @protobuf 6 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * @pointer
   * @protobuf 8 ttlSecondsAfterFinished int32
   */
  ttlSecondsAfterFinished?: int32;
  /**
   * @pointer
   * @protobuf 9 completionMode string
   */
  completionMode?: string;
  /**
   * @pointer
   * @protobuf 10 suspend bool
   */
  suspend?: boolean;
  /**
   * @pointer
   * @protobuf 14 podReplacementPolicy string
   */
  podReplacementPolicy?: string;
  /**
   * @pointer
   * @protobuf 15 managedBy string
   */
  managedBy?: string;
}

export interface JobStatus {
  /**
   * @listType atomic
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions JobCondition
   */
  conditions?: JobCondition[];
  /** @protobuf 2 startTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  startTime?: Time;
  /** @protobuf 3 completionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  completionTime?: Time;
  /** @protobuf 4 active int32 */
  active?: int32;
  /** @protobuf 5 succeeded int32 */
  succeeded?: int32;
  /** @protobuf 6 failed int32 */
  failed?: int32;
  /**
   * @pointer
   * @protobuf 11 terminating int32
   */
  terminating?: int32;
  /** @protobuf 7 completedIndexes string */
  completedIndexes?: string;
  /**
   * @pointer
   * @protobuf 10 failedIndexes string
   */
  failedIndexes?: string;
  /** @protobuf 8 uncountedTerminatedPods UncountedTerminatedPods */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /**
   * @pointer
   * @protobuf 9 ready int32
   */
  ready?: int32;
}

export interface JobTemplateSpec {
  /**
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata?: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 spec JobSpec
   */
  spec?: JobSpec;
}

export interface PodFailurePolicy {
  /**
   * @listType atomic
   * @protobuf 1 rules PodFailurePolicyRule
   */
  rules: PodFailurePolicyRule[];
}

export interface PodFailurePolicyOnExitCodesRequirement {
  /**
   * @pointer
   * @protobuf 1 containerName string
   */
  containerName?: string;
  /** @protobuf 2 operator string */
  operator: string;
  /**
   * @listType set
   * @protobuf 3 values int32
   */
  values: int32[];
}

export interface PodFailurePolicyOnPodConditionsPattern {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status?: string;
}

export interface PodFailurePolicyRule {
  /** @protobuf 1 action string */
  action: string;
  /** @protobuf 2 onExitCodes PodFailurePolicyOnExitCodesRequirement */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /**
   * @listType atomic
   * @protobuf 3 onPodConditions PodFailurePolicyOnPodConditionsPattern
   */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export interface SuccessPolicy {
  /**
   * @listType atomic
   * @protobuf 1 rules SuccessPolicyRule
   */
  rules: SuccessPolicyRule[];
}

export interface SuccessPolicyRule {
  /**
   * @pointer
   * @protobuf 1 succeededIndexes string
   */
  succeededIndexes?: string;
  /**
   * @pointer
   * @protobuf 2 succeededCount int32
   */
  succeededCount?: int32;
}

export interface UncountedTerminatedPods {
  /**
   * @listType set
   * @protobuf 1 succeeded string
   */
  succeeded?: string[];
  /**
   * @listType set
   * @protobuf 2 failed string
   */
  failed?: string[];
}
