import { applyCommand } from '../cmd/apply/apply.ts';
import { createCommand } from '../cmd/create/create.ts';
import { deleteCommand } from '../cmd/delete/delete.ts';
import { getCommand } from '../cmd/get/get.ts';
import { defineGroup } from './command.ts';

/** kubectl itself. */
export const rootCommand = defineGroup('kubectl', 'kubectl controls the Kubernetes cluster manager.', [
  applyCommand,
  createCommand,
  deleteCommand,
  getCommand,
]);
