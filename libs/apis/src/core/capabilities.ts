/** What the cluster lets pods do, which validation enforces. */
export interface Capabilities {
  /** Containers may be privileged. */
  readonly allowPrivileged: boolean;
}

let current: Capabilities = { allowPrivileged: true };

/**
 * States what is allowed, for the whole process. Call it before anything is validated.
 *
 * @go k8s.io/kubernetes/pkg/capabilities#Initialize
 */
export function initializeCapabilities(capabilities: Capabilities): void {
  current = capabilities;
}

/** What is allowed. @go k8s.io/kubernetes/pkg/capabilities#Get */
export function capabilities(): Capabilities {
  return current;
}
