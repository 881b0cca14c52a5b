import { stopSignal } from '@kubescript/component-base';

import { runHyperkube } from './app/commands.ts';

process.exitCode = await runHyperkube(process.argv.slice(2), stopSignal());
