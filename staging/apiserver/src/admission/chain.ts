import { traced } from '../tracing/span.ts';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission.ts';
import { type AdmissionMetrics, type AdmissionStep, type Observer, timed } from './metrics.ts';

/** All admission plugins of a server as one: mutating first, then validating, each in the configured order. */
export interface AdmissionChain {
  /** Whether anything looks at such requests; if not, attributes need not be made. */
  handles(operation: AdmissionOperation): boolean;
  admit(attributes: AdmissionAttributes): Promise<void>;
  validate(attributes: AdmissionAttributes): Promise<void>;
}

/**
 * Joins plugins in their order; the first that throws ends the request. A mutating plugin that changed the object may
 * ask for a second round, in which all see what became of it.
 *
 * @go k8s.io/apiserver/pkg/admission#(chainAdmissionHandler)
 */
export function newAdmissionChain(plugins: readonly AdmissionPlugin[], metrics?: AdmissionMetrics): AdmissionChain {
  const plans = new Map<string, readonly PlannedCall[]>();
  const planOf = (step: AdmissionStep, operation: AdmissionOperation): readonly PlannedCall[] => {
    const key = `${step} ${operation}`;
    const plan = plans.get(key) ?? newPlan(plugins, step, { operation, metrics });
    plans.set(key, plan);
    return plan;
  };
  const run = (step: AdmissionStep, attributes: AdmissionAttributes): Promise<void> =>
    traced(`admission ${step}`, () => callAll(planOf(step, attributes.operation), attributes));
  const admitTwice = async (attributes: AdmissionAttributes): Promise<void> => {
    await run('admit', attributes);
    if (!attributes.reinvocation.shouldReinvoke) return;
    attributes.reinvocation.isReinvoke = true;
    await run('admit', attributes);
  };
  return {
    handles: (operation) => plugins.some((plugin) => plugin.handles(operation)),
    admit: (attributes) => timed(metrics?.step('admit', attributes.operation), () => admitTwice(attributes)),
    validate: (attributes) => timed(metrics?.step('validate', attributes.operation), () => run('validate', attributes)),
  };
}

/** One plugin's part in a step, and who is told how long it took. */
interface PlannedCall {
  /** Nothing to wait for where a plugin decides at once. */
  readonly call: (attributes: AdmissionAttributes) => Promise<void> | undefined;
  readonly observe: Observer | undefined;
}

/** Which plugins an operation concerns never changes. */
function newPlan(
  plugins: readonly AdmissionPlugin[],
  step: AdmissionStep,
  { operation, metrics }: { readonly operation: AdmissionOperation; readonly metrics: AdmissionMetrics | undefined },
): readonly PlannedCall[] {
  return plugins
    .filter((plugin) => plugin[step] !== undefined && plugin.handles(operation))
    .map((plugin) => ({
      call: (attributes) => plugin[step]?.(attributes),
      observe: metrics?.controller(plugin.name, step, operation),
    }));
}

async function callAll(plan: readonly PlannedCall[], attributes: AdmissionAttributes): Promise<void> {
  let start = performance.now();
  for (const { call, observe } of plan) {
    try {
      const decision = call(attributes);
      if (decision !== undefined) await decision;
    } catch (error) {
      observe?.((performance.now() - start) / 1000, true);
      throw error;
    }
    const end = performance.now();
    observe?.((end - start) / 1000, false);
    start = end;
  }
}
