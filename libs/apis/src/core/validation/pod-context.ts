/** What the check of a pod's spec needs to know of its surroundings. @go core/validation#PodValidationOptions */
export interface PodContext {
  /** Of a pod, not of a template in another object. */
  readonly isPod: boolean;
  /** Empty where no name is known, as in templates. */
  readonly podName: string;
  /** A pod that a kubelet made from a file of its node. */
  readonly isMirror: boolean;
  /** What the stored object had wrong already, and may keep. */
  readonly tolerated: ToleratedFaults;
}

/** Faults that were possible once, and which an object that has them may keep. */
export interface ToleratedFaults {
  readonly deletionCost?: boolean;
  readonly affinitySelectorValues?: boolean;
  readonly nodeAffinityValues?: boolean;
  readonly spreadSelectors?: boolean;
  readonly spreadMatchLabelKeys?: boolean;
  readonly indivisibleHugePages?: boolean;
  readonly nonLocalTokenPaths?: boolean;
  readonly hostSysctls?: boolean;
  readonly emptyImageReferences?: boolean;
  readonly volumeDevicesOfUserNamespaces?: boolean;
  readonly restartResizePolicies?: boolean;
}

/** The context of a template in another object. */
export const TEMPLATE_CONTEXT: PodContext = { isPod: false, podName: '', isMirror: false, tolerated: {} };
