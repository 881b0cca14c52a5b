import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { freePort } from '../framework/free-port.ts';
import { waitFor } from '../framework/wait.ts';

/** Where `hack/install-node-deps.sh --tests` puts Debian's. */
export const prometheusProgram = resolve(import.meta.dirname, '../../../../_output/prometheus/prometheus');

const roles = ['node', 'pod', 'service', 'endpointslice', 'ingress'];

/** A prometheus that discovers what a cluster holds, and scrapes nothing of it for an hour. */
export class PrometheusProcess implements AsyncDisposable {
  private readonly folder: string;
  private readonly url: string;
  private readonly child: ChildProcess;

  private constructor(folder: string, url: string, child: ChildProcess) {
    this.folder = folder;
    this.url = url;
    this.child = child;
  }

  /** Starts one that reads a cluster by its kubeconfig; resolves when it is ready. */
  static async start(kubeconfig: string): Promise<PrometheusProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'kubescript-prometheus-'));
    const scrapes = roles.map((role) => ({
      job_name: role,
      scrape_interval: '1h',
      kubernetes_sd_configs: [{ role, kubeconfig_file: kubeconfig }],
    }));
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify({ scrape_configs: scrapes }));
    const address = `127.0.0.1:${await freePort()}`;
    const args = ['--config.file', 'prometheus.yml', '--storage.tsdb.path', 'data', '--web.listen-address', address];
    const child = spawn(prometheusProgram, args, { cwd: folder, stdio: 'ignore' });
    const prometheus = new PrometheusProcess(folder, `http://${address}`, child);
    await waitFor('prometheus to be ready', async () => {
      const { ok } = await fetch(`${prometheus.url}/-/ready`);
      return ok || undefined;
    });
    return prometheus;
  }

  /** The addresses that it found for a role, in order. */
  async targetsOf(role: string): Promise<string[]> {
    const answer = await fetch(`${this.url}/api/v1/targets?state=active&scrapePool=${role}`);
    const { data } = (await answer.json()) as {
      data: { activeTargets: { discoveredLabels: Record<string, string> }[] };
    };
    return data.activeTargets.map(({ discoveredLabels }) => discoveredLabels['__address__'] ?? '').sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
