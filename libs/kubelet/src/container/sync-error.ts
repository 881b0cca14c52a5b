/** Why a container does not run, as its waiting state shows it. */
export type WaitingReason =
  | 'ErrImagePull'
  | 'ImagePullBackOff'
  | 'ErrImageNeverPull'
  | 'ImageInspectError'
  | 'InvalidImageName'
  | 'CrashLoopBackOff'
  | 'CreateContainerConfigError'
  | 'CreateContainerError'
  | 'RunContainerError'
  | 'PostStartHookError'
  | 'CreatePodSandboxError';

/** A container that could not be brought to run: the reason and the text that its status gets. */
export class ContainerSyncError extends Error {
  readonly reason: WaitingReason;

  constructor(reason: WaitingReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ContainerSyncError';
    this.reason = reason;
  }
}

/** The text of any error. */
export function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
