#!/usr/bin/env node
import { ClientSet, transportFromKubeconfig } from '@kubescript/client';

import { SampleController } from './controller.ts';

// Usage: sample-controller KUBECONFIG
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort(new Error(name)));
await using transport = await transportFromKubeconfig(process.argv[2] ?? process.env['KUBECONFIG'] ?? '');
await new SampleController(new ClientSet(transport), console.error).run(stop.signal);
