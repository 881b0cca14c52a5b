import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission.ts';

/** All admission plugins of a server as one: mutating first, then validating, each in the configured order. */
export interface AdmissionChain {
  /** Whether anything looks at such requests; if not, attributes need not be made. */
  handles(operation: AdmissionOperation): boolean;
  admit(attributes: AdmissionAttributes): Promise<void>;
  validate(attributes: AdmissionAttributes): Promise<void>;
}

/**
 * Joins plugins in their order; the first that throws ends the request.
 *
 * @go k8s.io/apiserver/pkg/admission#(chainAdmissionHandler)
 */
export function newAdmissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  return {
    handles: (operation) => plugins.some((plugin) => plugin.handles(operation)),
    async admit(attributes) {
      for (const plugin of plugins)
        if (plugin.admit && plugin.handles(attributes.operation)) await plugin.admit(attributes);
    },
    async validate(attributes) {
      for (const plugin of plugins) {
        if (plugin.validate && plugin.handles(attributes.operation)) await plugin.validate(attributes);
      }
    },
  };
}
