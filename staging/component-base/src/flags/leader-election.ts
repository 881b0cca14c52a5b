import { FlagGroup } from './flag-group.ts';
import { boolFlag, choiceFlag, durationFlag, stringFlag } from './flag-spec.ts';

/** How several copies of a component agree on the one that works; times in milliseconds. */
export interface LeaderElectionOptions {
  readonly leaderElect: boolean;
  readonly leaderElectLeaseDuration: number;
  readonly leaderElectRenewDeadline: number;
  readonly leaderElectRetryPeriod: number;
  readonly leaderElectResourceLock: 'leases';
  readonly leaderElectResourceName: string;
  readonly leaderElectResourceNamespace: string;
}

/** `--leader-elect` and its times, with the name of one component's lease. */
export function leaderElectionFlags(resourceName: string): FlagGroup<LeaderElectionOptions> {
  return new FlagGroup<LeaderElectionOptions>(
    'Leader election',
    {
      leaderElect: boolFlag(true, 'work only while holding the lease'),
      leaderElectLeaseDuration: durationFlag(15_000, 'how long others wait before they take over'),
      leaderElectRenewDeadline: durationFlag(10_000, 'how long the leader tries to renew before it gives up'),
      leaderElectRetryPeriod: durationFlag(2_000, 'pause between two tries'),
      leaderElectResourceLock: choiceFlag('leases', ['leases'], 'type of the lock'),
      leaderElectResourceName: stringFlag(resourceName, 'name of the lock'),
      leaderElectResourceNamespace: stringFlag('kube-system', 'namespace of the lock'),
    },
    validateLeaderElection,
  );
}

function validateLeaderElection(values: LeaderElectionOptions): readonly Error[] {
  if (!values.leaderElect) return [];
  const problems: Error[] = [];
  if (values.leaderElectLeaseDuration <= values.leaderElectRenewDeadline) {
    problems.push(new Error('--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline'));
  }
  if (values.leaderElectRenewDeadline <= values.leaderElectRetryPeriod) {
    problems.push(new Error('--leader-elect-renew-deadline must be greater than --leader-elect-retry-period'));
  }
  return problems;
}
