export { newSampleApiserver, sampleApiserver } from './app/index.ts';
export type { Fischer, Flunder, FlunderSpec, ReferenceType } from './apis/wardle/v1alpha1/types.ts';
