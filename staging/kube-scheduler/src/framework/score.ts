import { MAX_NODE_SCORE } from './interface.ts';

/**
 * Scales scores so that the highest becomes MAX_NODE_SCORE; reversed, so that the lowest raw score is the best one.
 * @go kubernetes/pkg/scheduler/framework/plugins/helper#DefaultNormalizeScore
 */
export function defaultNormalizeScores(scores: Float64Array, { reverse }: { readonly reverse: boolean }): void {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  if (highest === 0) {
    if (reverse) scores.fill(MAX_NODE_SCORE);
    return;
  }
  for (let i = 0; i < scores.length; i++) {
    const scaled = Math.trunc((MAX_NODE_SCORE * (scores[i] ?? 0)) / highest);
    scores[i] = reverse ? MAX_NODE_SCORE - scaled : scaled;
  }
}
