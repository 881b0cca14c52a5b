import { ApiApprovalSync } from './api-approval.ts';
import { type ControllerDeps, DefinitionController } from './controller.ts';
import { EstablishingSync } from './establishing.ts';
import { FinalizerSync } from './finalizer.ts';
import { NamingSync } from './naming.ts';
import { NonStructuralSync } from './non-structural.ts';

/** The controllers of CustomResourceDefinitions. */
export function newControllers(deps: ControllerDeps): readonly DefinitionController[] {
  const syncs = [
    new NamingSync(deps),
    new EstablishingSync(deps),
    new NonStructuralSync(deps),
    new ApiApprovalSync(deps),
    new FinalizerSync(deps),
  ];
  return syncs.map((sync) => new DefinitionController(sync, deps));
}
