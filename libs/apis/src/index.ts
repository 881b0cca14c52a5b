export { type Capabilities, initializeCapabilities } from './core/capabilities.ts';
export { newApiScheme, servedVersions } from './install/api-scheme.ts';
export { validationFor } from './validation/find.ts';
export type { KindValidation } from './validation/registry.ts';
export { validatePodEphemeralContainersUpdate } from './core/validation/pod-update.ts';
export { validatePodResize } from './core/validation/pod-resize.ts';
export { validateNamespaceFinalizeUpdate } from './core/validation/namespace.ts';
export { validateCsrApprovalUpdate } from './certificates/validation/index.ts';
export { type PrereleaseVersion, prereleaseVersions } from './install/prerelease-versions.ts';
