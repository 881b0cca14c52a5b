import { getCommand } from '../cmd/get/get.ts';
import { defineGroup } from './command.ts';

/** kubectl itself. */
export const rootCommand = defineGroup('kubectl', 'kubectl controls the Kubernetes cluster manager.', [getCommand]);
