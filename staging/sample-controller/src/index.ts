export type * from './apis/samplecontroller/v1alpha1/types.ts';
export { foos } from './apis/samplecontroller/v1alpha1/zz_generated/foos.ts';
export { SampleController } from './controller.ts';
