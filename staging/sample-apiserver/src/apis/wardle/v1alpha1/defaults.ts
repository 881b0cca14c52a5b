import type { Flunder } from './types.ts';

/** A flunder that names what it refers to need not say of which type it is. @go sample-apiserver/pkg/apis/wardle/v1alpha1#SetDefaults_FlunderSpec */
export function setFlunderDefaults({ spec }: Flunder): void {
  if (spec.referenceType !== undefined) return;
  if ((spec.flunderReference ?? '') !== '') spec.referenceType = 'Flunder';
  else if ((spec.fischerReference ?? '') !== '') spec.referenceType = 'Fischer';
}
