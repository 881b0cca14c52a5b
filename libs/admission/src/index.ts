export type { AdmissionDeps } from './generic/deps.ts';
export { defaultAdmissionPlugins, newAdmissionPlugins, knownAdmissionPlugins } from './plugins.ts';
