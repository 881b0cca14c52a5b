import type { Node, Pod, Taint } from '@kubescript/api/core/v1';
import { keyOf, nameOf } from '@kubescript/apimachinery';
import { FakeClock } from '@kubescript/apimachinery/testing';
import { corev1, newSharedInformerFactory } from '@kubescript/client';
import { FakeClient } from '@kubescript/client/testing';

import { DEFAULT_PLUGINS } from '../plugins/default-plugins.ts';
import { inTreePlugins } from '../plugins/registry.ts';
import { Scheduler } from '../scheduler/scheduler.ts';

type Args = ReadonlyMap<string, string>;

/**
 * Runs a script of commands against a scheduler on a fake client and a fake clock, and returns the script with what
 * happened after each command: events, and where each pod went.
 */
export class SchedulerTranscript implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly client = new FakeClient({ clock: this.clock });
  readonly #stop = new AbortController();
  readonly #events: string[] = [];
  #lastPlaces: readonly string[] = [];
  readonly #scheduler: Scheduler;
  readonly #running: Promise<unknown>;

  constructor() {
    const informers = newSharedInformerFactory(this.client, { clock: this.clock });
    this.#scheduler = new Scheduler({
      client: this.client,
      informers,
      registry: inTreePlugins,
      profiles: [{ schedulerName: 'default-scheduler', plugins: DEFAULT_PLUGINS }],
      clock: this.clock,
      random: () => 0.99, // the first of equals
      recorderFor: () => ({
        event: (object, type, reason, message) => {
          this.#events.push(`${type} ${reason} ${nameOf(object)}: ${message}`);
        },
      }),
    });
    this.#running = Promise.all([informers.run(this.#stop.signal), this.#scheduler.run(this.#stop.signal)]);
  }

  async run(script: string): Promise<string> {
    await this.clock.advance(50);
    const output: string[] = [];
    for (const line of script.split('\n').map((text) => text.trim())) {
      if (line === '' || line.startsWith('#')) {
        output.push(line);
        continue;
      }
      output.push(`> ${line}`);
      await this.#command(line);
      await this.clock.advance(5);
      output.push(...this.#events.splice(0), ...this.#changedPlaces());
    }
    return `${output.join('\n')}\n`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the transcript ended'));
    await this.#running.catch(() => undefined);
  }

  async #command(line: string): Promise<void> {
    const [verb = '', name = '', ...rest] = line.split(/\s+/);
    const args = new Map(rest.map((arg) => splitOnce(arg, '=')));
    const pods = this.client.resource(corev1.pods, 'default');
    const nodes = this.client.resource(corev1.nodes);
    switch (verb) {
      case 'node':
        await nodes.create(nodeOf(name, args));
        return;
      case 'set-node': {
        const { metadata, status } = await nodes.get(name);
        const node = await nodes.update({
          ...nodeOf(name, args),
          metadata: { ...metadata, labels: labelsOf(args) },
          status,
        });
        await nodes.updateStatus({ ...node, status: nodeOf(name, args).status });
        return;
      }
      case 'delete-node':
        await nodes.delete(name);
        return;
      case 'pod':
        await pods.create(podOf(name, args));
        return;
      case 'relabel': {
        const pod = structuredClone(await pods.get(name)) as Pod;
        pod.metadata.labels = { app: args.get('app') ?? '' };
        await pods.update(pod);
        return;
      }
      case 'ungate': {
        const pod = structuredClone(await pods.get(name)) as Pod;
        pod.spec.schedulingGates = [];
        await pods.update(pod);
        return;
      }
      case 'delete':
        await pods.delete(name);
        return;
      case 'fail-binding': {
        let isDone = false;
        this.client.react('create', 'pods', ({ subresource }) => {
          if (subresource !== 'binding' || isDone) return;
          isDone = true;
          throw new Error('the binding was refused');
        });
        return;
      }
      case 'wait':
        await this.clock.advance(Number(name) * 1000);
        return;
      default:
        throw new Error(`unknown command ${verb}`);
    }
  }

  #changedPlaces(): readonly string[] {
    const before = this.#lastPlaces;
    this.#lastPlaces = this.#places();
    return this.#lastPlaces.filter((place) => !before.includes(place));
  }

  #places(): readonly string[] {
    return this.client.stored(corev1.pods).map((pod) => {
      const id = pod.metadata.uid ?? keyOf(pod);
      const place = pod.spec.nodeName ?? this.#scheduler.queue.placeOf(id) ?? 'nowhere';
      const scheduled = pod.status.conditions?.find(({ type }) => type === 'PodScheduled');
      return `  ${nameOf(pod)}: ${place}${scheduled === undefined ? '' : ` (${scheduled.status} ${scheduled.reason ?? ''})`}`;
    });
  }
}

function nodeOf(name: string, args: Args): Node {
  const taint = args.get('taint');
  return {
    metadata: { name, labels: labelsOf(args) },
    spec: {
      ...(taint === undefined ? {} : { taints: [taintOf(taint)] }),
      ...(args.get('cordoned') === 'true' ? { unschedulable: true } : {}),
    },
    status: {
      allocatable: {
        cpu: args.get('cpu') ?? '4',
        memory: args.get('memory') ?? '8Gi',
        pods: args.get('pods') ?? '110',
      },
    },
  };
}

function labelsOf(args: Args): Record<string, string> {
  const label = args.get('label');
  return label === undefined ? {} : Object.fromEntries([splitOnce(label, ':')]);
}

function taintOf(text: string): Taint {
  const [key, effect] = splitOnce(text, ':');
  return { key, effect };
}

function podOf(name: string, args: Args): Pod {
  const app = args.get('app');
  const requests = { cpu: args.get('cpu') ?? '100m', memory: args.get('memory') ?? '100Mi' };
  const port = args.get('port');
  const ports = port === undefined ? {} : { ports: [{ containerPort: 80, hostPort: Number(port) }] };
  return {
    metadata: { name, ...(app === undefined ? {} : { labels: { app } }) },
    spec: {
      schedulerName: args.get('scheduler') ?? 'default-scheduler',
      containers: [{ name: 'c', resources: { requests }, ...ports }],
      ...optionalSpec(args),
    },
    status: {},
  };
}

/** What of a pod's spec is there only if the command says so. */
function optionalSpec(args: Args): Partial<Pod['spec']> {
  const labelSelector = { matchLabels: { app: args.get('app') ?? '' } };
  const parts: Readonly<Record<string, (value: string) => Partial<Pod['spec']>>> = {
    priority: (value) => ({ priority: Number(value) }),
    gate: (value) => ({ schedulingGates: [{ name: value }] }),
    select: (value) => ({ nodeSelector: Object.fromEntries([splitOnce(value, ':')]) }),
    spread: (topologyKey) => ({
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey, whenUnsatisfiable: 'DoNotSchedule', labelSelector }],
    }),
    apart: (topologyKey) => ({
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector }] },
      },
    }),
    near: (app) => ({
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'disk', labelSelector: { matchLabels: { app } } },
          ],
        },
      },
    }),
  };
  return Object.assign({}, ...[...args].map(([key, value]) => parts[key]?.(value) ?? {})) as Partial<Pod['spec']>;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
