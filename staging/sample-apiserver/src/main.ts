#!/usr/bin/env node
import { runApp, stopSignal } from '@kubescript/component-base';

import { sampleApiserver } from './app/index.ts';

process.exitCode = await runApp(sampleApiserver, process.argv.slice(2), stopSignal());
