import { runApp, stopSignal } from '@kubescript/component-base';

import { kubeApiserver } from './app/index.ts';

process.exitCode = await runApp(kubeApiserver, process.argv.slice(2), stopSignal());
