import { stopSignal } from '@kubescript/component-base';

import { runKubescript } from '../kubescript.ts';

// The command from source, for tests.
const programs = { kubescript: [], kubectl: [] };
process.exitCode = await runKubescript(process.argv.slice(2), programs, stopSignal());
