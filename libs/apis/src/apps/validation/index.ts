import { type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { daemonSetValidation } from './daemon-set.ts';
import { deploymentValidation, replicaSetValidation } from './deployment.ts';
import { controllerRevisionValidation, statefulSetValidation } from './stateful-set.ts';

/** Rules of the kinds of the apps group. */
export const appsValidation: ValidationByKind = {
  ControllerRevision: validationOf(controllerRevisionValidation),
  DaemonSet: validationOf(daemonSetValidation),
  Deployment: validationOf(deploymentValidation),
  ReplicaSet: validationOf(replicaSetValidation),
  StatefulSet: validationOf(statefulSetValidation),
};
