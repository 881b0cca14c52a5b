import { traced } from '../tracing/span.ts';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission.ts';
import { type AdmissionMetrics, type AdmissionStep, timed } from './metrics.ts';

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
  const run = (step: AdmissionStep, attributes: AdmissionAttributes): Promise<void> =>
    traced(`admission ${step}`, () => runAll(step, attributes));
  const runAll = async (step: AdmissionStep, attributes: AdmissionAttributes): Promise<void> => {
    for (const plugin of plugins) {
      if (!plugin[step] || !plugin.handles(attributes.operation)) continue;
      await timed(metrics?.controller(plugin.name, step, attributes.operation), () => call(plugin, step, attributes));
    }
  };
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

async function call(plugin: AdmissionPlugin, step: AdmissionStep, attributes: AdmissionAttributes): Promise<void> {
  if (step === 'admit') await plugin.admit?.(attributes);
  else await plugin.validate?.(attributes);
}
