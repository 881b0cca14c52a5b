import { isQualifiedName } from '@kubescript/apimachinery';

import { defineMapCommand } from '../label/label.ts';

/** Changes annotations. */
export const annotateCommand = defineMapCommand({
  name: 'annotate',
  member: 'annotations',
  noun: 'annotation',
  changed: 'annotated',
  removed: 'annotated',
  check: (key) => isQualifiedName(key.toLowerCase()),
});
