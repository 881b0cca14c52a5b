import { runApp, stopSignal } from '@kubescript/component-base';

import { kubelet } from './app/index.ts';

process.exitCode = await runApp(kubelet, process.argv.slice(2), stopSignal());
