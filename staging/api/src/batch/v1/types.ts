import type { LabelSelector, ListMeta, ObjectMeta, Time, int32, int64 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/**
 * Starts jobs by the clock.
 *
 * @gvk batch v1 CronJob
 * @resource cronjobs namespaced short=cj categories=all subresources=status
 */
export interface CronJob {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @embedded
   * @protobuf 2 spec CronJobSpec
   */
  spec: CronJobSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status CronJobStatus
   */
  status: CronJobStatus;
}

/**
 * A list of CronJob objects.
 *
 * @gvk batch v1 CronJobList
 */
export interface CronJobList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items CronJob
   */
  items: CronJob[];
}

/** When which job is started. */
export interface CronJobSpec {
  /**
   * When jobs start, as five fields of cron.
   *
   * @protobuf 1 schedule string
   */
  schedule: string;
  /**
   * The time zone of the schedule.
   *
   * @pointer
   * @protobuf 8 timeZone string
   */
  timeZone?: string;
  /**
   * Seconds by which a start may be late.
   *
   * @pointer
   * @protobuf 2 startingDeadlineSeconds int64
   */
  startingDeadlineSeconds?: int64;
  /**
   * Whether jobs may overlap: Allow, Forbid or Replace.
   *
   * @protobuf 3 concurrencyPolicy string
   */
  concurrencyPolicy?: string;
  /**
   * Whether no jobs start for now.
   *
   * @pointer
   * @protobuf 4 suspend bool
   */
  suspend?: boolean;
  /**
   * What the jobs look like.
   *
   * @embedded
   * @protobuf 5 jobTemplate JobTemplateSpec
   */
  jobTemplate: JobTemplateSpec;
  /**
   * How many jobs that succeeded are kept.
   *
   * @pointer
   * @protobuf 6 successfulJobsHistoryLimit int32
   */
  successfulJobsHistoryLimit?: int32;
  /**
   * How many jobs that failed are kept.
   *
   * @pointer
   * @protobuf 7 failedJobsHistoryLimit int32
   */
  failedJobsHistoryLimit?: int32;
}

/** What a cron job started. */
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
 * Runs pods until enough of them succeed.
 *
 * @gvk batch v1 Job
 * @resource jobs namespaced categories=all subresources=status
 */
export interface Job {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec JobSpec
   */
  spec: JobSpec;
  /**
   * What is observed.
   *
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

/**
 * A list of Job objects.
 *
 * @gvk batch v1 JobList
 */
export interface JobList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Job
   */
  items: Job[];
}

/** What is to be run, how often and how many at once. */
export interface JobSpec {
  /**
   * How many pods run at once.
   *
   * @pointer
   * @protobuf 1 parallelism int32
   */
  parallelism?: int32;
  /**
   * How many pods must succeed.
   *
   * @pointer
   * @protobuf 2 completions int32
   */
  completions?: int32;
  /**
   * Seconds after which the job is failed.
   *
   * @pointer
   * @protobuf 3 activeDeadlineSeconds int64
   */
  activeDeadlineSeconds?: int64;
  /** @protobuf 11 podFailurePolicy PodFailurePolicy */
  podFailurePolicy?: PodFailurePolicy;
  /** @protobuf 16 successPolicy SuccessPolicy */
  successPolicy?: SuccessPolicy;
  /**
   * How many failures are forgiven.
   *
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
  /**
   * Labels that tell the pods of this job.
   *
   * @protobuf 4 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector?: LabelSelector;
  /**
   * @pointer
   * @protobuf 5 manualSelector bool
   */
  manualSelector?: boolean;
  /**
   * What the pods look like.
   *
   * @embedded
   * @protobuf 6 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * Seconds after its end before the job is deleted.
   *
   * @pointer
   * @protobuf 8 ttlSecondsAfterFinished int32
   */
  ttlSecondsAfterFinished?: int32;
  /**
   * Whether pods are numbered: Indexed or NonIndexed.
   *
   * @pointer
   * @protobuf 9 completionMode string
   */
  completionMode?: string;
  /**
   * Whether no pods run for now.
   *
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

/** How far a job got. */
export interface JobStatus {
  /**
   * Aspects of the state.
   *
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

/** What jobs look like that a cron job makes. */
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

/** What failures of pods mean for the job. */
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

/** When a job counts as done before all pods are. */
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
