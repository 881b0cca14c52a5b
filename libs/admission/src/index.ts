export type { AdmissionDeps } from './generic/deps.ts';
export { type Admission, type AdmissionOptions, openAdmission } from './open-admission.ts';
export { newServiceResolver } from './webhook/service-resolver.ts';
export { defaultAdmissionPlugins, knownAdmissionPlugins } from './plugins.ts';
