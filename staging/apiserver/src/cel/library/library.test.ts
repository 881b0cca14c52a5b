import { CelError, estimateCost, toJson, types } from '@kubescript/cel';
import { describe, expect, test } from 'vitest';
import type { AuthorizerAttributes } from '../../authorization/authorizer.ts';
import { mutationCelEnvironment } from '../base-environment.ts';
import { checkObjectTypeNames } from '../mutation-types.ts';
import { AuthorizerValue, authorizerType, ResourceCheck, resourceCheckType } from './authz.ts';
import { AwaitedDecisions, evaluateAwaiting } from './decisions.ts';

const environment = mutationCelEnvironment().extend({
  variables: { d: types.dyn, authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType },
});

function run(text: string, activation: Readonly<Record<string, unknown>> = {}): unknown {
  const compiled = environment.compile(text);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  try {
    return toJson(compiled.program.evaluate({ d: { n: 1 }, ...activation }).value);
  } catch (error) {
    if (error instanceof CelError) return `fails: ${error.message}`;
    throw error;
  }
}

describe('libraries (k8s.io/apiserver/pkg/cel/library)', () => {
  test.each([
    // Lists.
    ['[1, 2, 2].isSorted() && !["b", "a"].isSorted()', true],
    ['[1.5, 1.5].sum() == 3.0 && [1u].sum() == 1u && [].sum() == 0', true],
    ['[duration("1m"), duration("1s")].sum() == duration("61s")', true],
    ['[3, 1, 2].min() * 10 + [3, 1, 2].max()', 13],
    ['["b", "a"].min()', 'a'],
    ['[1].filter(x, x > 1).max()', 'fails: max called on empty list'],
    ['[1, 2, 2].indexOf(2) * 10 + [1, 2, 2].lastIndexOf(2)', 12],
    ['[1].indexOf(5)', -1],
    // Regex.
    ["'abc 123'.find('[0-9]+')", '123'],
    ["'abc'.find('[0-9]+')", ''],
    ["'1 a 2'.findAll('[0-9]')", ['1', '2']],
    ["'1 a 2'.findAll('[0-9]', 1)", ['1']],
    ["'x'.find('[' + 'a')", 'fails: Illegal regex: error parsing regexp: missing closing ]: `[a`'],
    // URLs.
    ["url('https://user@[::1]:80/a b?k=1&k=2#f').getHostname()", '::1'],
    ["url('https://[::1]:80/').getHost()", '[::1]:80'],
    ["url('https://example.com').getEscapedPath()", ''],
    ["url('https://example.com/a b/').getEscapedPath()", '/a%20b/'],
    ["url('HTTPS://example.com').getScheme()", 'https'],
    ["url('https://example.com:8/?a=1&b=x%20y&a=2').getQuery()", { a: ['1', '2'], b: ['x y'] }],
    ["url('/path').getPort()", ''],
    ["isURL('../relative-path') || isURL('')", false],
    ["url('../x')", 'fails: URL parse error during conversion from string: parse "../x": invalid URI for request'],
    // IP and CIDR.
    ["ip('127.0.0.1').isLoopback() && ip('::1').isLoopback() && ip('fe80::1').isLinkLocalUnicast()", true],
    ["ip('224.0.0.1').isLinkLocalMulticast() && ip('::').isUnspecified() && !ip('ff00::1').isGlobalUnicast()", true],
    ["ip('2001:DB8::1') == ip('2001:db8:0::1')", true],
    ["ip.isCanonical('2001:DB8::ABCD') || !ip.isCanonical('127.0.0.1')", false],
    ["isIP('::ffff:1.2.3.4') || isIP('fe80::1%eth0') || isIP('01.2.3.4')", false],
    ["string(ip('2001:db8:0:0::1'))", '2001:db8::1'],
    ["ip('x')", 'fails: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP'],
    ["ip('::ffff:1.2.3.4')", 'fails: IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    ["cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24')", true],
    ["cidr('192.168.0.1/24').ip() == ip('192.168.0.1') && cidr('::/8').prefixLength() == 8", true],
    ["cidr('192.168.0.0/24').containsIP('192.168.0.5') && !cidr('192.168.0.0/24').containsIP(ip('192.168.1.5'))", true],
    ["cidr('192.168.0.0/16').containsCIDR('192.168.10.0/24')", true],
    ["cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/16'))", false],
    ["isCIDR('192.168.0.0/33')", false],
    ["type(ip('::')) == net.IP && type(cidr('::/0')) == net.CIDR", true],
    // Quantity.
    ["quantity('50k').add(20).sub(quantity('100k')).sub(-50000) == quantity('20')", true],
    ["quantity('200M').compareTo(quantity('0.2G'))", 0],
    ["quantity('50Mi').isGreaterThan(quantity('50M')) && quantity('1').isLessThan(quantity('2'))", true],
    ["quantity('50k').asInteger() + sign(quantity('-1'))", 49999],
    ["quantity('1.5').isInteger()", false],
    ["quantity('1.5').asInteger()", 'fails: cannot convert value to integer'],
    ["isQuantity('200K')", false],
    // Semver.
    ["semver('1.2.3').compareTo(semver('1.2.3-rc.1')) + semver('2.0.0-2').compareTo(semver('2.0.0-10'))", 0],
    ["semver('v01.1', true) == semver('1.1.0')", true],
    ["semver('1.2.3').minor() * 10 + semver('1.2.3').patch()", 23],
    ["semver('01.0.0')", 'fails: Major number must not contain leading zeroes "01"'],
    ["isSemver('v1.0')", false],
    // Format.
    ["format.dns1123Label().validate('a-b').hasValue()", false],
    ["format.named('uuid').value().validate('x').value()", ['does not match the UUID format']],
    ["format.date().validate('2021-02-30').hasValue()", true],
    ["format.named('nope').hasValue()", false],
    // Image.
    [
      "image('registry.k8s.io/pause:3.9').registry() + ' ' + image('nginx').repository()",
      'registry.k8s.io library/nginx',
    ],
    ["image('a/b').tag() + image('a/b:x').identifier()", 'latestx'],
    ["isImage('registry.k8s.io//pause')", false],
    // JSON patches and objects.
    ["jsonpatch.escapeKey('k8s.io/my~label')", 'k8s.io~1my~0label'],
    ["[JSONPatch{op: 'add', path: '/a', value: {'x': d.n}}]", [{ op: 'add', path: '/a', value: { x: 1 } }]],
    ['Object{spec: Object.spec{list: [Object.spec.list{a: 1}]}}', { spec: { list: [{ a: 1 }] } }],
    ['Object{a: 1} == Object{a: 1} && Object{a: 1} != Object{a: 2}', true],
    ["JSONPatch{op: 'add'}.op", 'add'],
  ])('%s', (text, want) => {
    expect(run(text)).toEqual(want);
  });

  test('a JSON patch has no other fields', () => {
    const compiled = environment.compile("JSONPatch{nope: 'x'}");
    expect(compiled.ok ? '' : compiled.issues.toString()).toMatch(/^ERROR: <input>:1:15: undefined field 'nope'/);
  });

  test('objects are named by the path at which they stand', () => {
    const compiled = environment.compile('Object{spec: Object.spec.template{}}');
    if (!compiled.ok) throw new Error('compiles');
    expect(() => {
      checkObjectTypeNames(compiled.program.evaluate({}).value);
    }).toThrow('unexpected type name "Object.spec.template", expected "Object.spec"');
  });

  test.each([
    ["quantity('1') == quantity('2')", 3, 3],
    ["[ip('1.1.1.1')].all(i, i == ip('1.1.1.1'))", 15, 18],
    ['[1, 2, 3].indexOf(2)', 13, 13],
    ["'abcdefghijk'.replace('a', 'b') == 'b'", 4, 4],
    ["'a,b'.split(',') == ['a']", 12, 12],
    ["'abc'.find('[a-z]+') == 'abc'", 3, 3],
    ["jsonpatch.escapeKey('abcdefghijkl') == ''", 2, 2],
  ])('%s is estimated at %d to %d', (text, min, max) => {
    const compiled = environment.compile(text);
    if (!compiled.ok) throw new Error(compiled.issues.toString());
    expect(estimateCost(compiled.ast, { estimateSize: () => undefined })).toEqual({ min, max });
  });
});

describe('authorizer', () => {
  const asked: AuthorizerAttributes[] = [];
  const decisions = new AwaitedDecisions({
    authorize(attributes) {
      asked.push(attributes);
      if (attributes.verb === 'explode') return Promise.reject(new Error('boom'));
      return Promise.resolve({
        decision: attributes.verb === 'create' ? 'allow' : 'noOpinion',
        reason: `r-${attributes.verb}`,
      });
    },
  });
  const asking = { user: { name: 'u', groups: [] }, decisions };
  const activation = {
    authorizer: new AuthorizerValue(asking),
    'authorizer.requestResource': new ResourceCheck(asking, {
      group: 'apps',
      resource: 'deployments',
      subresource: '',
      namespace: 'n',
      name: 'x',
    }),
  };
  const evaluate = (text: string): Promise<unknown> => evaluateAwaiting(() => run(text, activation));

  test.each([
    ["authorizer.group('').resource('secrets').namespace('n').check('create').allowed()", true],
    ["authorizer.group('').resource('secrets').check('delete').reason()", 'r-delete'],
    ["authorizer.path('/healthz').check('get').allowed()", false],
    ["authorizer.path(' ').check('get').allowed()", 'fails: path must not be empty'],
    ["authorizer.group('').resource('').check('get').allowed()", 'fails: resource must not be empty'],
    ["authorizer.requestResource.check('create').allowed()", true],
    ["authorizer.serviceAccount('ns', 'sa').path('/x').check('create').allowed()", true],
    [
      "authorizer.serviceAccount('n@', 'sa').path('/x').check('create').allowed()",
      'fails: Invalid service account namespace',
    ],
    [
      "authorizer.path('/x').check('explode').errored() && authorizer.path('/x').check('explode').error() == 'boom'",
      true,
    ],
    ["[1, 2].all(x, authorizer.path('/' + string(x)).check('create').allowed())", true],
  ])('%s', async (text, want) => {
    expect(await evaluate(text)).toBe(want);
  });

  test('asks as what is written, once', async () => {
    asked.length = 0;
    const check =
      "authorizer.group('apps').resource('deployments').subresource('scale').namespace('n').name('x').fieldSelector('a=b').check('get')";
    await evaluate(`${check}.allowed() || ${check}.errored()`);
    expect(asked).toEqual([
      {
        ...{ user: { name: 'u', groups: [] }, verb: 'get', isResourceRequest: true, path: '', fieldSelector: 'a=b' },
        ...{
          apiGroup: 'apps',
          apiVersion: '*',
          resource: 'deployments',
          subresource: 'scale',
          namespace: 'n',
          name: 'x',
        },
      },
    ]);
  });
});
