import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { get, request, type RequestOptions } from 'node:https';
import { get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { issueCertificate, type KeyPair, newCertificateAuthority } from '@kubescript/component-base';

import { writeAssets } from './assets.ts';

// The command lines and waits of controller-runtime's pkg/internal/testing/{process,controlplane}, step by step.

const run = promisify(execFile);
const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--import', 'tsx'];
const source = '--conditions=@kubescript/source';
const programs = {
  kubescript: [...node, source, join(import.meta.dirname, 'testing/kubescript.ts')],
  kubectl: [...node, source, join(import.meta.dirname, '../../../../apps/kubectl/src/main.ts')],
};
const startTimeout = { timeout: 60_000, interval: 100 };

let directory: string;
let assets: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'k8s_test_framework_'));
  assets = await writeAssets(programs, join(directory, 'assets'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** As `process.State.CheckFlag`. */
async function hasFlag(program: string, flag: string): Promise<boolean> {
  const { stdout, stderr } = await run(join(assets, program), ['--help']);
  return new RegExp(`^\\s*--${flag}\\b`, 'm').test(stdout + stderr);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => {
        resolve(port);
      });
    });
  });
}

class Program implements AsyncDisposable {
  readonly child: ChildProcess;
  output = '';

  constructor(name: string, args: readonly string[]) {
    this.child = spawn(join(assets, name), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  /** As `process.State.Stop`: SIGTERM, and wait. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await exited;
  }
}

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const open = url.startsWith('https') ? get : httpGet;
    open(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', () => {
      resolve(0);
    });
  });

async function startEtcd(dataDir: string, port: number): Promise<Program> {
  const url = `http://127.0.0.1:${String(port)}`;
  const args = [
    `--advertise-client-urls=${url}`,
    `--data-dir=${dataDir}`,
    `--listen-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${String(await freePort())}`,
    ...((await hasFlag('etcd', 'unsafe-no-fsync')) ? ['--unsafe-no-fsync=true'] : []),
  ];
  const etcd = new Program('etcd', args);
  await expect.poll(() => statusOf(`${url}/health`), { ...startTimeout, message: 'etcd is healthy' }).toBe(200);
  return etcd;
}

interface ControlPlane {
  readonly certDir: string;
  readonly port: number;
  readonly etcdPort: number;
}

/** As `populateAPIServerCerts` and `CertAuthn`: serving certificate, service account signer, authority of clients. */
async function writeCertificates(certDir: string): Promise<{ serving: KeyPair; clients: KeyPair }> {
  await mkdir(certDir, { recursive: true });
  const serving = await newCertificateAuthority('envtest-environment');
  const pair = await issueCertificate(serving, {
    commonName: 'envtest',
    hosts: ['localhost', '127.0.0.1'],
    usages: ['server'],
  });
  const signer = await newCertificateAuthority('envtest-environment');
  const clients = await newCertificateAuthority('envtest-environment');
  const files = {
    'apiserver.crt': pair.cert,
    'apiserver.key': pair.key,
    'sa-signer.crt': signer.cert,
    'sa-signer.key': signer.key,
    'client-cert-auth-ca.crt': clients.cert,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(certDir, name), text, { mode: 0o640 });
  return { serving, clients };
}

async function startApiserver({ certDir, port, etcdPort }: ControlPlane): Promise<Program> {
  const url = `https://127.0.0.1:${String(port)}`;
  const apiserver = new Program('kube-apiserver', [
    '--allow-privileged=true',
    '--authorization-mode=RBAC',
    '--bind-address=127.0.0.1',
    `--cert-dir=${certDir}`,
    `--client-ca-file=${join(certDir, 'client-cert-auth-ca.crt')}`,
    '--disable-admission-plugins=ServiceAccount',
    `--etcd-servers=http://127.0.0.1:${String(etcdPort)}`,
    `--secure-port=${String(port)}`,
    `--service-account-issuer=${url}/`,
    `--service-account-key-file=${join(certDir, 'sa-signer.crt')}`,
    `--service-account-signing-key-file=${join(certDir, 'sa-signer.key')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
  ]);
  await expect
    .poll(
      async () => {
        if (apiserver.child.exitCode !== null) throw new Error(apiserver.output);
        return statusOf(`${url}/readyz`);
      },
      { ...startTimeout, message: 'the API server is ready' },
    )
    .toBe(200);
  return apiserver;
}

function send(
  port: number,
  path: string,
  options: RequestOptions,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request({ host: '127.0.0.1', port, path, agent: false, headers, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test('controller-runtime starts, uses, restarts and stops it', { timeout: 180_000 }, async () => {
  expect(await hasFlag('kube-apiserver', 'insecure-port')).toBe(false);
  const certDir = join(directory, 'certs');
  const { serving, clients } = await writeCertificates(certDir);
  const servedBefore = await readFile(join(certDir, 'apiserver.crt'), 'utf8');
  const plane = { certDir, port: await freePort(), etcdPort: await freePort() };
  await using _etcd = await startEtcd(join(directory, 'etcd'), plane.etcdPort);

  const admin = await issueCertificate(clients, {
    commonName: 'envtest-admin',
    organizations: ['system:masters'],
    usages: ['client'],
  });
  // Go clients trust the authority of envtest only, so the certificate must be the one in --cert-dir.
  const asAdmin = { ca: serving.cert, cert: admin.cert, key: admin.key };
  const configMaps = '/api/v1/namespaces/default/configmaps';
  {
    await using _apiserver = await startApiserver(plane);
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    expect(await send(plane.port, configMaps, { ...asAdmin, method: 'POST' }, configMap)).toMatchObject({
      status: 201,
    });
    const token = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'builder' } };
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await send(plane.port, accounts, { ...asAdmin, method: 'POST' }, account);
    const issued = await send(plane.port, `${accounts}/builder/token`, { ...asAdmin, method: 'POST' }, token);
    const bearer = (JSON.parse(issued.text) as { status: { token: string } }).status.token;
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await send(plane.port, configMaps, { ca: serving.cert, headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('system:serviceaccount:default:builder');
  }
  {
    await using _apiserver = await startApiserver(plane);
    expect(await send(plane.port, `${configMaps}/a`, asAdmin)).toMatchObject({ status: 200 });

    const kubeconfig = join(directory, 'kubeconfig');
    await writeFile(kubeconfig, kubeconfigText(plane.port, asAdmin));
    const { stdout } = await run(join(assets, 'kubectl'), [
      '--kubeconfig',
      kubeconfig,
      'get',
      'configmaps',
      '-o',
      'name',
    ]);
    expect(stdout).toContain('configmap/a');
  }
  expect(await readFile(join(certDir, 'apiserver.crt'), 'utf8')).toBe(servedBefore);
});

function kubeconfigText(port: number, { ca, cert, key }: { ca: string; cert: string; key: string }): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'envtest',
        cluster: { server: `https://127.0.0.1:${String(port)}`, 'certificate-authority-data': base64(ca) },
      },
    ],
    users: [{ name: 'admin', user: { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) } }],
    contexts: [{ name: 'envtest', context: { cluster: 'envtest', user: 'admin' } }],
    'current-context': 'envtest',
  });
}

test('a command finds the programs by KUBEBUILDER_ASSETS, and its exit code is told', { timeout: 60_000 }, async () => {
  const [program = '', ...args] = programs.kubescript;
  const others = join(directory, 'others');
  const failing = run(program, [
    ...args,
    'envtest',
    '--dir',
    others,
    '--',
    'sh',
    '-c',
    'echo "$KUBEBUILDER_ASSETS"; exit 3',
  ]);
  await expect(failing).rejects.toMatchObject({ code: 3, stdout: `${others}\n` });
  expect((await run(program, [...args, 'envtest', '--dir', others])).stdout).toBe(`${others}\n`);
});
