import { runApp, stopSignal } from '@kubescript/component-base';

import { kubeControllerManager } from './app/index.ts';

process.exitCode = await runApp(kubeControllerManager, process.argv.slice(2), stopSignal());
