import { type AdmissionPlugin, forbid } from '@kubescript/apiserver';

/** AlwaysAdmit: refuses nothing. @go k8s.io/kubernetes/plugin/pkg/admission/admit#NewAlwaysAdmit */
export function alwaysAdmit(): AdmissionPlugin {
  return { name: 'AlwaysAdmit', handles: () => true };
}

/** AlwaysDeny: refuses everything. @go k8s.io/kubernetes/plugin/pkg/admission/deny#NewAlwaysDeny */
export function alwaysDeny(): AdmissionPlugin {
  const refuse: NonNullable<AdmissionPlugin['admit']> = (attributes) =>
    Promise.reject(forbid(attributes, 'admission control is denying all modifications'));
  return { name: 'AlwaysDeny', handles: () => true, admit: refuse, validate: refuse };
}
