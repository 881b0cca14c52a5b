import { webcrypto, X509Certificate } from 'node:crypto';

import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import { certificatesv1 } from '@kubescript/client';
import { type KeyPair, newCertificateAuthority } from '@kubescript/component-base';
import { beforeAll, describe, expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { newCsrApprovingController } from './csr-approving.ts';
import { isObsolete } from './csr-cleaner.ts';
import { newCsrSigningController } from './csr-signing.ts';
import { signerNames } from './signers.ts';
import { x509Library } from './x509-library.ts';

const { certificatesigningrequests } = certificatesv1;
const hour = 3_600_000;
let authority: KeyPair;
beforeAll(async () => {
  authority = await newCertificateAuthority('cluster');
});

/** A request, base64 of PEM, as kubelets make it. */
async function requestOf(
  subject: string,
  names: readonly { type: 'dns' | 'ip'; value: string }[] = [],
): Promise<string> {
  const lib = await x509Library();
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const extensions = names.length === 0 ? [] : [new lib.SubjectAlternativeNameExtension([...names])];
  const request = await lib.Pkcs10CertificateRequestGenerator.create({
    name: subject,
    keys,
    signingAlgorithm: algorithm,
    extensions,
  });
  return Buffer.from(request.toString('pem')).toString('base64');
}

type Spec = Partial<CertificateSigningRequest['spec']>;

const csrOf = async (spec: Spec, conditions: readonly string[] = []): Promise<CertificateSigningRequest> => ({
  metadata: { name: 'c' },
  spec: {
    request: await requestOf('O=system:nodes, CN=system:node:n1'),
    signerName: signerNames.kubeletClient,
    usages: ['digital signature', 'client auth'],
    username: 'system:node:n1',
    ...spec,
  },
  status: { conditions: conditions.map((type) => ({ type, status: 'True' })) },
});

describe('approving', () => {
  const run = async (csr: CertificateSigningRequest, allowed: readonly string[]): Promise<readonly string[]> => {
    await using cluster = new TestCluster();
    cluster.client.seed(certificatesigningrequests, csr);
    cluster.client.react('create', 'subjectaccessreviews.authorization.k8s.io', ({ body }) => {
      const { spec } = body as { spec: { user: string; resourceAttributes: { subresource: string } } };
      const question = `${spec.user} ${spec.resourceAttributes.subresource}`;
      return { ...(body as object), status: { allowed: allowed.includes(question) } };
    });
    const controller = newCsrApprovingController(cluster.context);
    cluster.start();
    await cluster.context.informers.for(certificatesigningrequests).whenSynced(new AbortController().signal);
    const outcome = await controller.sync('c').then(
      () => [],
      (err: unknown) => [(err as Error).message],
    );
    return [...outcome, ...cluster.client.writes().filter((write) => write.includes('approval'))];
  };

  test.each([
    { name: 'the own node', spec: {}, allowed: ['system:node:n1 selfnodeclient'], approved: true },
    { name: 'any node', spec: { username: 'b' }, allowed: ['b nodeclient'], approved: true },
    { name: 'another node without the right', spec: { username: 'b' }, allowed: ['b selfnodeclient'], approved: false },
    { name: 'another signer', spec: { signerName: signerNames.apiserverClient }, allowed: [], approved: false },
  ])('$name: $approved', async ({ spec, allowed, approved }) => {
    const outcome = await run(await csrOf(spec), allowed);
    expect(outcome.includes('update certificatesigningrequests.certificates.k8s.io/approval c')).toBe(approved);
  });

  test('what is decided stays', async () => {
    expect(await run(await csrOf({}, ['Denied']), ['system:node:n1 selfnodeclient'])).toEqual([]);
  });

  test('a request that was recognised and may not be is tried again', async () => {
    expect(await run(await csrOf({}), [])).toEqual([
      'recognized csr "c" as [selfnodeclient nodeclient] but subject access review was not approved',
    ]);
  });
});

describe('signing', () => {
  const sign = async (csr: CertificateSigningRequest): Promise<CertificateSigningRequest['status']> => {
    await using cluster = new TestCluster();
    cluster.client.seed(certificatesigningrequests, csr);
    const authorities = Object.fromEntries(Object.values(signerNames).map((name) => [name, authority]));
    const controller = newCsrSigningController(cluster.context, { authorities, maxDuration: 24 * hour });
    cluster.start();
    await cluster.context.informers.for(certificatesigningrequests).whenSynced(new AbortController().signal);
    await controller.sync('c');
    const [stored] = cluster.client.stored(certificatesigningrequests);
    return (stored as CertificateSigningRequest).status;
  };

  test('an approved request gets what it asks for, no longer than allowed', async () => {
    const { certificate = '' } = await sign(await csrOf({ expirationSeconds: 3600 }, ['Approved']));
    const signed = new X509Certificate(Buffer.from(certificate, 'base64'));
    expect(signed.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
    expect(signed.subject).toBe('O=system:nodes\nCN=system:node:n1');
    expect(signed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(signed.ca).toBe(false);
    expect(signed.validToDate.getTime()).toBeLessThanOrEqual(Date.now() + hour);
    const long = await sign(await csrOf({ expirationSeconds: 10 * 24 * 3600 }, ['Approved']));
    const capped = new X509Certificate(Buffer.from(long.certificate ?? '', 'base64'));
    expect(capped.validToDate.getTime()).toBeLessThanOrEqual(Date.now() + 24 * hour);
  });

  test('a serving certificate has its names', async () => {
    const names = [
      { type: 'dns' as const, value: 'n1' },
      { type: 'ip' as const, value: '10.0.0.1' },
    ];
    const csr = await csrOf(
      {
        request: await requestOf('O=system:nodes, CN=system:node:n1', names),
        signerName: signerNames.kubeletServing,
        usages: ['digital signature', 'key encipherment', 'server auth'],
      },
      ['Approved'],
    );
    const signed = new X509Certificate(Buffer.from((await sign(csr)).certificate ?? '', 'base64'));
    expect(signed.subjectAltName).toBe('DNS:n1, IP Address:10.0.0.1');
  });

  test.each([
    { spec: { usages: ['server auth'] }, want: /^usages did not match/ },
    { spec: { signerName: signerNames.kubeletServing, usages: [] }, want: /^DNS or IP subjectAltName is required$/ },
  ])('a request that a signer does not sign fails: $want', async ({ spec, want }) => {
    const status = await sign(await csrOf(spec, ['Approved']));
    expect(status.conditions?.at(-1)).toMatchObject({ type: 'Failed', reason: 'SignerValidationFailure' });
    expect(status.conditions?.at(-1)?.message).toMatch(want);
    expect(status.certificate).toBeUndefined();
  });

  test('nothing is signed before it is approved, or for other signers', async () => {
    expect((await sign(await csrOf({}))).certificate).toBeUndefined();
    expect((await sign(await csrOf({ signerName: 'example.com/s' }, ['Approved']))).certificate).toBeUndefined();
  });
});

describe('cleaning', () => {
  const now = Date.UTC(2026, 0, 2);
  const at = (ago: number): string => new Date(now - ago).toISOString();
  test.each([
    { conditions: [], created: 23 * hour, obsolete: false },
    { conditions: [], created: 25 * hour, obsolete: true },
    { conditions: [{ type: 'Denied', ago: 0.5 * hour }], created: 25 * hour, obsolete: false },
    { conditions: [{ type: 'Denied', ago: 2 * hour }], created: 0, obsolete: true },
    { conditions: [{ type: 'Approved', ago: 2 * hour }], created: 0, obsolete: false },
    { conditions: [{ type: 'Approved', ago: 2 * hour }], certificate: 'eA==', created: 0, obsolete: true },
    { conditions: [{ type: 'Approved', ago: 0.5 * hour }], certificate: 'eA==', created: 0, obsolete: false },
  ])('$conditions $created: $obsolete', ({ conditions, created, certificate, obsolete }) => {
    const csr = {
      metadata: { name: 'c', creationTimestamp: at(created) },
      spec: { request: '', signerName: 's' },
      status: {
        conditions: conditions.map(({ type, ago }) => ({ type, status: 'True', lastUpdateTime: at(ago) })),
        ...(certificate === undefined ? {} : { certificate }),
      },
    };
    expect(isObsolete(csr, now)).toBe(obsolete);
  });
});
