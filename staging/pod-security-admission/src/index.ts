export {
  type Level,
  type LevelVersion,
  compareLevels,
  formatLevelVersion,
  isLevel,
  isSameLevelVersion,
  levels,
  parseVersion,
} from './api/levels.ts';
export { type Policy, policyToEvaluate, privilegedPolicy } from './api/policy.ts';
export { evaluatePod, forbiddenDetail, forbiddenReason } from './policy/evaluate.ts';
