import { type StartedNetwork, type StartedTestContainer, Wait } from 'testcontainers';

import { waitFor } from '../../framework/wait.ts';
import { engineContainer, newContainer, startContainer } from './container.ts';
import { dockerEngine } from './session.ts';

/** A real etcd cluster of containers, whose members can be killed and cut off. */
export class EtcdCluster implements AsyncDisposable {
  readonly members: readonly EtcdMember[];

  private constructor(members: readonly EtcdMember[]) {
    this.members = members;
  }

  /** Starts the members on the network; resolves when all are healthy. */
  static async start(network: StartedNetwork, size: 1 | 3): Promise<EtcdCluster> {
    const names = ['etcd1', 'etcd2', 'etcd3'].slice(0, size);
    const cluster = new EtcdCluster(await Promise.all(names.map((name) => EtcdMember.start(name, names, network))));
    await cluster.healthy();
    return cluster;
  }

  /** For `--etcd-servers`, on the network of the cluster. */
  get urls(): string {
    return this.members.map(({ name }) => `http://${name}:2379`).join(',');
  }

  /** Resolves when every member takes part. */
  async healthy(): Promise<void> {
    await Promise.all(this.members.map((member) => member.healthy()));
  }

  /** The member that leads; waits for an election. */
  async leader(): Promise<EtcdMember> {
    return this.memberWhere('leads', (metrics) => /^etcd_server_is_leader 1$/m.test(metrics));
  }

  /** A member that does not lead. */
  async follower(): Promise<EtcdMember> {
    const leader = await this.leader();
    return this.members.find((member) => member !== leader) as EtcdMember;
  }

  /** The member that API servers watch. */
  async watched(): Promise<EtcdMember> {
    return this.memberWhere('is watched', (metrics) => /^etcd_debugging_mvcc_watch_stream_total [1-9]/m.test(metrics));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.members.map((member) => member[Symbol.asyncDispose]()));
  }

  private memberWhere(what: string, accepts: (metrics: string) => boolean): Promise<EtcdMember> {
    return waitFor(`a member that ${what}`, async () => {
      const metrics = await Promise.all(this.members.map((member) => member.metrics().catch(() => '')));
      return this.members.find((_, index) => accepts(metrics[index] ?? ''));
    });
  }
}

/** One member of an etcd cluster. */
export class EtcdMember implements AsyncDisposable {
  readonly name: string;
  private readonly container: StartedTestContainer;
  private readonly network: StartedNetwork;

  private constructor(name: string, container: StartedTestContainer, network: StartedNetwork) {
    this.name = name;
    this.container = container;
    this.network = network;
  }

  static async start(name: string, all: readonly string[], network: StartedNetwork): Promise<EtcdMember> {
    const container = await startContainer(
      newContainer('etcd', { network, alias: name })
        .withAddedCapabilities('NET_ADMIN')
        .withCommand([
          ...['--name', name, '--data-dir', '/data'],
          ...['--listen-client-urls', 'http://0.0.0.0:2379', '--advertise-client-urls', `http://${name}:2379`],
          ...['--listen-peer-urls', 'http://0.0.0.0:2380', '--initial-advertise-peer-urls', `http://${name}:2380`],
          ...['--initial-cluster', all.map((peer) => `${peer}=http://${peer}:2380`).join(',')],
        ])
        .withWaitStrategy(Wait.forLogMessage(/ready to serve client requests/)),
    );
    return new EtcdMember(name, container, network);
  }

  /** Ends the process without notice. */
  async kill(): Promise<void> {
    await engineContainer(this.container).kill({ signal: 'SIGKILL' });
  }

  /** Starts it again on its data. */
  async startAgain(): Promise<void> {
    await engineContainer(this.container).start();
  }

  /** Stops its clock: it keeps its connections and says nothing. */
  async freeze(): Promise<void> {
    await engineContainer(this.container).pause();
  }

  /** Lets it go on. */
  async thaw(): Promise<void> {
    await engineContainer(this.container).unpause();
  }

  /** Takes its network away: it reaches nobody, and nobody reaches it. */
  async unplug(): Promise<void> {
    await dockerEngine().getNetwork(this.network.getId()).disconnect({ Container: this.container.getId() });
  }

  /** Gives the network back, maybe with another address. */
  async plugIn(): Promise<void> {
    const EndpointConfig = { Aliases: [this.name] };
    await dockerEngine()
      .getNetwork(this.network.getId())
      .connect({ Container: this.container.getId(), EndpointConfig });
  }

  /** Drops what it sends to the other members; clients reach it still. */
  async partitionFrom(peers: readonly EtcdMember[]): Promise<void> {
    for (const peer of peers) await this.route('add', await peer.address());
  }

  /** Ends `partitionFrom`. */
  async rejoin(peers: readonly EtcdMember[]): Promise<void> {
    for (const peer of peers) await this.route('del', await peer.address());
  }

  /** Resolves when it is healthy: it can write, so it knows a leader. */
  async healthy(): Promise<void> {
    await waitFor(`${this.name} to be healthy`, async () => ((await this.get('/health')).ok ? true : undefined));
  }

  async metrics(): Promise<string> {
    return (await this.get('/metrics')).text();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.container.stop({ timeout: 0 });
  }

  private async get(path: string): Promise<Response> {
    return fetch(`http://${await this.address()}:2379${path}`, { signal: AbortSignal.timeout(1000) });
  }

  private async address(): Promise<string> {
    const { NetworkSettings } = await engineContainer(this.container).inspect();
    const address = NetworkSettings.Networks[this.network.getName()]?.IPAddress ?? '';
    if (address === '') throw new Error(`${this.name} has no address`);
    return address;
  }

  private async route(action: 'add' | 'del', address: string): Promise<void> {
    const { exitCode, output } = await this.container.exec(['ip', 'route', action, 'blackhole', address]);
    if (exitCode !== 0) throw new Error(`${this.name}: ip route ${action}: ${output}`);
  }
}
