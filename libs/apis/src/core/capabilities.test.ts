import { FieldPath } from '@kubescript/apimachinery';
import { afterEach, expect, test } from 'vitest';

import { initializeCapabilities } from './capabilities.ts';
import { validateSecurityContext } from './validation/security-context.ts';

afterEach(() => {
  initializeCapabilities({ allowPrivileged: true });
});

test.each([
  { allowPrivileged: true, privileged: true, want: [] },
  { allowPrivileged: false, privileged: false, want: [] },
  {
    allowPrivileged: false,
    privileged: true,
    want: [{ type: 'FieldValueForbidden', path: 'c.privileged', detail: 'disallowed by cluster policy' }],
  },
])('privileged $privileged where allowed is $allowPrivileged', ({ allowPrivileged, privileged, want }) => {
  initializeCapabilities({ allowPrivileged });
  expect(validateSecurityContext({ privileged }, false, new FieldPath('c'))).toMatchObject(want);
});
