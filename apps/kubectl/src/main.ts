import { stopSignal } from '@kubescript/component-base';

import { kubectl } from './app/index.ts';

process.exitCode = await kubectl(process.argv.slice(2), stopSignal());
