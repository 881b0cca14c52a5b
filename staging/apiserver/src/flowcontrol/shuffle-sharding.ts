import { createHash } from 'node:crypto';

/**
 * The queues that a flow may use: `handSize` distinct ones of `deckSize`, dealt from the hash of its name. Flows share
 * few queues, so one that is busy gets in the way of few others.
 *
 * @go k8s.io/apiserver/pkg/util/shufflesharding#(*Dealer).DealIntoHand
 */
export function dealHand(hash: bigint, deckSize: number, handSize: number): readonly number[] {
  const remainders: number[] = [];
  let rest = hash;
  for (let i = 0; i < handSize; i++) {
    const left = BigInt(deckSize - i);
    remainders.push(Number(rest % left));
    rest /= left;
  }
  return remainders.map((card, i) => {
    let dealt = card;
    for (let j = i; j > 0; j--) if (dealt >= (remainders[j - 1] ?? 0)) dealt += 1;
    return dealt;
  });
}

/** The hash of a flow: of its schema and what tells it from others of the schema. @go hashFlowID */
export function hashFlow(schema: string, distinguisher: string): bigint {
  return createHash('sha256').update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0);
}
