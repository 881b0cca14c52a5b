import { annotateCommand } from '../cmd/annotate/annotate.ts';
import { apiResourcesCommand, apiVersionsCommand } from '../cmd/apiresources/api-resources.ts';
import { applyCommand } from '../cmd/apply/apply.ts';
import { clusterInfoCommand } from '../cmd/clusterinfo/cluster-info.ts';
import { configCommand } from '../cmd/config/config.ts';
import { createCommand } from '../cmd/create/create.ts';
import { deleteCommand } from '../cmd/delete/delete.ts';
import { describeCommand } from '../cmd/describe/describe.ts';
import { editCommand } from '../cmd/edit/edit.ts';
import { execCommand } from '../cmd/exec/exec.ts';
import { explainCommand } from '../cmd/explain/explain.ts';
import { exposeCommand } from '../cmd/expose/expose.ts';
import { getCommand } from '../cmd/get/get.ts';
import { labelCommand } from '../cmd/label/label.ts';
import { logsCommand } from '../cmd/logs/logs.ts';
import { portForwardCommand } from '../cmd/portforward/port-forward.ts';
import { rolloutCommand } from '../cmd/rollout/rollout.ts';
import { runCommand } from '../cmd/run/run.ts';
import { scaleCommand } from '../cmd/scale/scale.ts';
import { versionCommand } from '../cmd/version/version.ts';
import { waitCommand } from '../cmd/wait/wait.ts';
import { defineGroup } from './command.ts';

/** kubectl itself. */
export const rootCommand = defineGroup('kubectl', 'kubectl controls the Kubernetes cluster manager.', [
  annotateCommand,
  apiResourcesCommand,
  apiVersionsCommand,
  applyCommand,
  clusterInfoCommand,
  configCommand,
  createCommand,
  deleteCommand,
  describeCommand,
  editCommand,
  execCommand,
  explainCommand,
  exposeCommand,
  getCommand,
  labelCommand,
  logsCommand,
  portForwardCommand,
  rolloutCommand,
  runCommand,
  scaleCommand,
  versionCommand,
  waitCommand,
]);
