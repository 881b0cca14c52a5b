import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Fault, FaultRun } from '../linearizability/rounds.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { newClusterPki } from './framework/cluster-pki.ts';
import { EtcdCluster, type EtcdMember } from './framework/etcd-cluster.ts';
import { newNetwork } from './framework/network.ts';
import { describeContainers } from './framework/session.ts';

describeContainers('an API server on three etcd members', () => {
  let etcd: EtcdCluster;
  let server: ApiServerContainer;
  let run: FaultRun;

  beforeAll(async () => {
    const network = await newNetwork();
    etcd = await EtcdCluster.start(network, 3);
    server = await ApiServerContainer.start({
      network,
      pki: await newClusterPki(),
      flags: ['--etcd-servers', etcd.urls],
    });
    run = await FaultRun.start([server]);
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await etcd[Symbol.asyncDispose]();
  });

  /** A fault of one member that is over after a while. */
  function outage(name: string, choose: () => Promise<EtcdMember>, how: Outage): Fault {
    return {
      name,
      async happen(served) {
        const member = await choose();
        await how.start(member);
        await served();
        await how.end(member);
        await etcd.healthy();
      },
    };
  }

  interface Outage {
    start(member: EtcdMember): Promise<void>;
    end(member: EtcdMember): Promise<void>;
  }

  const killed: Outage = { start: (member) => member.kill(), end: (member) => member.startAgain() };
  const unplugged: Outage = { start: (member) => member.unplug(), end: (member) => member.plugIn() };
  const frozen: Outage = { start: (member) => member.freeze(), end: (member) => member.thaw() };
  const peersOf = (member: EtcdMember): EtcdMember[] => etcd.members.filter((other) => other !== member);
  const partitioned: Outage = {
    start: (member) => member.partitionFrom(peersOf(member)),
    end: (member) => member.rejoin(peersOf(member)),
  };
  const majorityKilled: Fault = {
    name: 'the majority is killed',
    async happen() {
      const majority = etcd.members.slice(0, 2);
      await Promise.all(majority.map((member) => member.kill()));
      await sleep(2000);
      await Promise.all(majority.map((member) => member.startAgain()));
      await etcd.healthy();
    },
  };

  const [leader, follower, watched] = [() => etcd.leader(), () => etcd.follower(), () => etcd.watched()];

  test.each([
    outage('a follower is killed', follower, killed),
    outage('the leader is killed', leader, killed),
    outage('the member that the server watches is killed', watched, killed),
    outage('the leader loses its network', leader, unplugged),
    outage('the member that the server watches loses its network', watched, unplugged),
    outage(
      'the member that the server watches is cut off from the others, but not from the server',
      watched,
      partitioned,
    ),
    outage('the leader hangs', leader, frozen),
    majorityKilled,
  ])('nothing acknowledged is lost and watches miss nothing when $name', { timeout: 90_000 }, async (fault) => {
    const before = run.result();
    await run.round(fault);
    const { violations, operations, events } = run.result();
    expect(violations).toEqual([]);
    expect(operations - before.operations).toBeGreaterThan(20);
    expect(events - before.events).toBeGreaterThan(20);
  });
});
