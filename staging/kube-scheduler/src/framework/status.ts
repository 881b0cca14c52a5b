/**
 * What a plugin has to say about a pod (and a node):
 * - `Unschedulable`: not now; removing other pods could help.
 * - `UnschedulableAndUnresolvable`: not now, and preemption would not help.
 * - `Wait` (Permit only): hold the pod before binding.
 * - `Skip` (PreFilter, PreScore, Bind): this plugin has nothing to do for the pod.
 * - `Pending` (Reserve, PreEnqueue…): waiting for another component; the pod is retried without back-off once the
 *   plugin's event arrives.
 * - `Error`: something failed that is not the pod's fault.
 *
 * Success is `undefined`, so that the usual case allocates nothing.
 */
export type StatusCode = 'Error' | 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Wait' | 'Skip' | 'Pending';

/**
 * A plugin's answer other than success. Immutable, and may be made once and returned for many nodes.
 * @go kube-scheduler/framework#Status
 */
export class PluginStatus {
  readonly code: StatusCode;
  readonly reasons: readonly string[];
  /** The plugin that answered; filled in by the framework. */
  readonly plugin: string;
  readonly cause: unknown;

  constructor(code: StatusCode, reasons: readonly string[] = [], plugin = '', cause?: unknown) {
    this.code = code;
    this.reasons = reasons;
    this.plugin = plugin;
    this.cause = cause;
  }

  /** All reasons as one text. */
  get message(): string {
    return this.reasons.join(', ');
  }

  /** The same answer, attributed to a plugin. */
  by(plugin: string): PluginStatus {
    return this.plugin === plugin ? this : new PluginStatus(this.code, this.reasons, plugin, this.cause);
  }

  /** Whether the pod itself was turned down (as opposed to a failure, a wait, or a skip). */
  get isRejected(): boolean {
    return this.code === 'Unschedulable' || this.code === 'UnschedulableAndUnresolvable' || this.code === 'Pending';
  }
}

/** The answer of plugins that may agree: undefined is success. */
export type MaybeStatus = PluginStatus | undefined;

/** Turns down the pod (on this node); other pods' removal could help. */
export function unschedulable(...reasons: readonly string[]): PluginStatus {
  return new PluginStatus('Unschedulable', reasons);
}

/** Turns down the pod (on this node) whatever other pods do. */
export function unresolvable(...reasons: readonly string[]): PluginStatus {
  return new PluginStatus('UnschedulableAndUnresolvable', reasons);
}

/** Leaves the plugin out for this pod. */
export const skip: PluginStatus = new PluginStatus('Skip');

/** A failure as a status. */
export function errorStatus(err: unknown, plugin = ''): PluginStatus {
  return new PluginStatus('Error', [err instanceof Error ? err.message : String(err)], plugin, err);
}
