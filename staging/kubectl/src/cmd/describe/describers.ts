import type { Info } from '@kubescript/cli-runtime';

import type { CommandContext } from '../../command/command.ts';
import { describeConfigMap, describeSecret } from './config.ts';
import { describeGeneric } from './generic.ts';
import { describeNamespace } from './namespace.ts';
import { describeNode } from './node.ts';
import { describePod } from './pod.ts';
import { describeService } from './service.ts';
import { describeDaemonSet, describeDeployment, describeJob, describeReplicaSet } from './workloads.ts';
import type { DescribeWriter } from './writer.ts';

/** Writes a description of one object, without its events. */
export type Describe = (writer: DescribeWriter, info: Info, context: CommandContext) => void | Promise<void>;

/** How a kind is described. */
export interface Describer {
  readonly describe: Describe;
  readonly withoutEvents?: true;
}

const describers: Readonly<Record<string, Describer>> = {
  ConfigMap: { describe: describeConfigMap },
  DaemonSet: { describe: describeDaemonSet },
  Deployment: { describe: describeDeployment },
  Job: { describe: describeJob },
  Namespace: { describe: describeNamespace, withoutEvents: true },
  Node: { describe: describeNode },
  Pod: { describe: describePod },
  ReplicaSet: { describe: describeReplicaSet },
  Secret: { describe: describeSecret, withoutEvents: true },
  Service: { describe: describeService },
};

/** The describer of a kind; kinds without one of their own are shown member by member. */
export function describerOf(kind: string): Describer {
  return (Object.hasOwn(describers, kind) ? describers[kind] : undefined) ?? { describe: describeGeneric };
}
