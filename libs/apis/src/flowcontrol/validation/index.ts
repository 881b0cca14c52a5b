import { type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { flowSchemaValidation } from './flow-schema.ts';
import { priorityLevelValidation } from './priority-level.ts';

/** Rules of the kinds of flowcontrol.apiserver.k8s.io. */
export const flowcontrolValidation: ValidationByKind = {
  FlowSchema: validationOf(flowSchemaValidation),
  PriorityLevelConfiguration: validationOf(priorityLevelValidation),
};
