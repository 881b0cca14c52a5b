import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { type ImageRecipe, imagesArchive, type TarEntry } from '@kubescript/lib-container-runtime';
import Dockerode from 'dockerode';

import { runOk } from '../../framework/command.ts';
import { nodeImageFiles } from './node-image.ts';
import { session } from './session.ts';
import { sessionLabel } from './session-label.ts';
import { programFiles } from './system-files.ts';

const root = resolve(import.meta.dirname, '../../../../..');

/** What tests run as containers. Every image is put together of this machine's files: no registry is needed. */
export type TestImage =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kube-scheduler'
  | 'node'
  | 'oidc-issuer'
  | 'sample-apiserver'
  | 'webhook-server';

/** The name of an image of this run. */
export function imageName(image: TestImage): string {
  return nameOf(image, session().id);
}

function nameOf(image: TestImage, id: string): string {
  return `kubescript-test/${image}:${id}`;
}

type Contents = Pick<ImageRecipe, 'layers' | 'files' | 'entrypoint' | 'volumes'>;

/** Makes all images and loads them; those that Node runs share the layer with it. */
export async function loadTestImages(id: string): Promise<void> {
  const nodeLayer = await programFiles([{ program: process.execPath, path: 'usr/bin/node' }]);
  const images = {
    etcd: { files: await programFiles([{ program: 'etcd' }, { program: 'ip' }]), entrypoint: ['/usr/bin/etcd'] },
    'kube-apiserver': await component(nodeLayer, 'apiserver/kube-apiserver'),
    'kube-controller-manager': await component(nodeLayer, 'controller-manager/kube-controller-manager'),
    'kube-scheduler': await component(nodeLayer, 'scheduler/kube-scheduler'),
    'sample-apiserver': await component(nodeLayer, await buildSampleApiserver()),
    'webhook-server': await testProgram(nodeLayer, 'webhook-server.ts'),
    'oidc-issuer': await testProgram(nodeLayer, 'oidc-issuer.ts'),
    node: {
      layers: [nodeLayer],
      files: await nodeImageFiles(root),
      entrypoint: ['/bin/sh', '/entrypoint.sh'],
      volumes: ['/var/lib/containerd', '/var/lib/kubelet'],
    },
  } satisfies Record<TestImage, Contents>;
  const recipes = Object.entries(images).map(([image, contents]) => ({
    name: nameOf(image as TestImage, id),
    labels: { [sessionLabel]: id },
    ...contents,
  }));
  const printed = await text(await new Dockerode().loadImage(Readable.from([imagesArchive(recipes)])));
  if (printed.includes('"error"')) throw new Error(`the images cannot be loaded: ${printed}`);
}

/** A component as `nx build` makes it, run by Node without a shell. */
async function component(nodeLayer: readonly TarEntry[], binary: string): Promise<Contents> {
  const name = binary.split('/').at(-1) ?? '';
  const content = await readFile(join(root, 'dist/apps', binary));
  const path = `usr/bin/${name}`;
  return {
    layers: [nodeLayer],
    files: [{ path, mode: 0o755, content }],
    entrypoint: ['/usr/bin/node', '--disable-warning=ExperimentalWarning', `/${path}`],
  };
}

/** A program that only tests need; it is run as it is, Node takes the types away. */
async function testProgram(nodeLayer: readonly TarEntry[], file: string): Promise<Contents> {
  const content = await readFile(join(import.meta.dirname, '../programs', file));
  const files = [{ path: `srv/${file}`, content }];
  return { layers: [nodeLayer], files, entrypoint: ['/usr/bin/node', `/srv/${file}`] };
}

async function buildSampleApiserver(): Promise<string> {
  const program = join(root, 'hack/build-app.ts');
  await runOk(process.execPath, [program, 'sample-apiserver']);
  return 'sample-apiserver/sample-apiserver';
}
