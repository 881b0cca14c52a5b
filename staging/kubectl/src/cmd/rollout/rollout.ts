import { defineGroup } from '../../command/command.ts';
import { rolloutHistory } from './history.ts';
import { rolloutPause, rolloutRestart, rolloutResume } from './template-changes.ts';
import { rolloutStatus } from './status.ts';
import { rolloutUndo } from './undo.ts';

/** Shows and steers the rollouts of workloads. */
export const rolloutCommand = defineGroup('rollout', 'Manage the rollout of one or many resources.', [
  rolloutHistory,
  rolloutPause,
  rolloutRestart,
  rolloutResume,
  rolloutStatus,
  rolloutUndo,
]);
