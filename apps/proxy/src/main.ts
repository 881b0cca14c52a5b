import { runApp, stopSignal } from '@kubescript/component-base';

import { kubeProxy } from './app/index.ts';

process.exitCode = await runApp(kubeProxy, process.argv.slice(2), stopSignal());
