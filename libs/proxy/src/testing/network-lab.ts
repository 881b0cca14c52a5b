import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

import { randomSuffix } from '@kubescript/apimachinery';

import { type Exec, realExec } from '../driver/exec.ts';

/** A TCP server in a pod's namespace that answers every connection with `NAME SOURCE-ADDRESS` and closes it. */
const SERVER = `
const { createServer } = require('node:net');
const [name, port] = process.argv.slice(1);
createServer((socket) => socket.on('error', () => {}).end(name + ' ' + socket.remoteAddress + '\\n'))
  .listen(Number(port), '0.0.0.0', () => console.log('ready'));
`;

/** What became of a connection: what the server said, or how it failed. */
export type Answer = { readonly server: string; readonly source: string } | 'refused' | 'timeout';

/**
 * A node with two pods on a bridge, and a machine outside, each in a network namespace of its own:
 *
 *     p1 10.77.0.2 ─┐
 *     p2 10.77.0.3 ─┴─ node 10.77.0.1 / 192.168.77.1 ── outside 192.168.77.2
 *
 * Needs `isPossible`. Disposing removes everything.
 */
export class NetworkLab implements AsyncDisposable {
  readonly #prefix = `kp${randomSuffix(5)}`;
  readonly #servers: ChildProcess[] = [];
  /** Runs programs on the node. */
  readonly exec: Exec = (program, args, options) =>
    realExec('ip', ['netns', 'exec', this.#namespace('node'), program, ...args], options);

  /** Whether this process may make network namespaces; needs root, its capabilities, and iproute2. */
  static isPossible(): boolean {
    if (process.getuid?.() !== 0) return false;
    const name = `kp${randomSuffix(5)}-probe`;
    const ip = (verb: string): boolean => spawnSync('ip', ['netns', verb, name]).status === 0;
    return ip('add') && ip('delete');
  }

  static async create(): Promise<NetworkLab> {
    const lab = new NetworkLab();
    try {
      await lab.#build();
      return lab;
    } catch (err) {
      await lab[Symbol.asyncDispose]();
      throw err;
    }
  }

  /** Starts a server on port 8080 of a pod. */
  async serve(pod: 'p1' | 'p2', port = 8080): Promise<void> {
    const args = ['netns', 'exec', this.#namespace(pod), process.execPath, '-e', SERVER, pod, String(port)];
    const child = spawn('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#servers.push(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
  }

  /**
   * Connects from one of the machines. A refusal takes a second here: its ICMP message arrives within the call that
   * sends the first packet, where Linux does not heed it before the packet is sent again.
   */
  async connect(from: 'p1' | 'p2' | 'node' | 'outside', address: string, port: number): Promise<Answer> {
    const script = `exec 3<>/dev/tcp/${address}/${String(port)} && cat <&3`;
    try {
      const text = await realExec('ip', [
        ...['netns', 'exec', this.#namespace(from)],
        ...['timeout', '2.5', 'bash', '-c', script],
      ]);
      const [server = '', source = ''] = text.trim().split(' ');
      return { server, source: source.replace('::ffff:', '') };
    } catch (err) {
      return (err as Error).message.includes('refused') ? 'refused' : 'timeout';
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) server.kill('SIGKILL');
    for (const name of ['node', 'p1', 'p2', 'outside'] as const) {
      await realExec('ip', ['netns', 'delete', this.#namespace(name)]).catch(() => undefined);
    }
  }

  #namespace(name: 'p1' | 'p2' | 'node' | 'outside'): string {
    return `${this.#prefix}-${name}`;
  }

  async #build(): Promise<void> {
    for (const name of ['node', 'p1', 'p2', 'outside'] as const) {
      await this.#ip(undefined, `netns add ${this.#namespace(name)}`);
      await this.#ip(name, 'link set lo up');
    }
    await this.#ip('node', 'link add br0 type bridge');
    await this.#ip('node', 'address add 10.77.0.1/24 dev br0');
    await this.#ip('node', 'link set br0 up');
    for (const [pod, address] of [
      ['p1', '10.77.0.2'],
      ['p2', '10.77.0.3'],
    ] as const) {
      await this.#link(pod, address, `v${pod}`);
      await this.#ip('node', `link set v${pod} master br0`);
      await this.exec('bridge', ['link', 'set', 'dev', `v${pod}`, 'hairpin', 'on']);
      await this.#ip(pod, 'route add default via 10.77.0.1');
    }
    await this.#link('outside', '192.168.77.2', 'vout');
    await this.#ip('node', 'address add 192.168.77.1/24 dev vout');
    await this.#ip('node', 'route add default via 192.168.77.2');
    await this.#ip('outside', 'route add 10.96.0.0/16 via 192.168.77.1');
    await this.exec('sysctl', ['-qw', 'net.ipv4.ip_forward=1']);
  }

  /** Joins a machine with the node. */
  async #link(name: 'p1' | 'p2' | 'outside', address: string, device: string): Promise<void> {
    await this.#ip('node', `link add ${device} type veth peer name eth0 netns ${this.#namespace(name)}`);
    await this.#ip('node', `link set ${device} up`);
    await this.#ip(name, `address add ${address}/24 dev eth0`);
    await this.#ip(name, 'link set eth0 up');
  }

  async #ip(where: 'p1' | 'p2' | 'node' | 'outside' | undefined, command: string): Promise<void> {
    const inside = where === undefined ? [] : ['-n', this.#namespace(where)];
    await realExec('ip', [...inside, ...command.split(' ')]);
  }
}
