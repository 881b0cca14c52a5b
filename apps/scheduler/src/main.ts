import { runApp, stopSignal } from '@kubescript/component-base';

import { kubeScheduler } from './app/index.ts';

process.exitCode = await runApp(kubeScheduler, process.argv.slice(2), stopSignal());
