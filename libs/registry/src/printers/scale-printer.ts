import type { Scale } from '@kubescript/api/autoscaling/v1';

import { age, nameOf } from './cells.ts';
import { printer, withDescriptions } from './columns.ts';
import { descriptions } from './descriptions.ts';

/** The table of the scale subresource, whatever is scaled. */
export const scalePrinter = withDescriptions(
  printer<Scale>('Name | Desired:integer | Available:integer | Age', (scale) => [
    nameOf(scale),
    scale.spec.replicas ?? 0,
    scale.status.replicas,
    age(scale),
  ]),
  descriptions['Scale'],
);
