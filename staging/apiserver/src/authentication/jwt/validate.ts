import { duplicate, type FieldError, FieldPath, invalid, required, tooMany } from '@kubescript/apimachinery';
import type { CelEnvironment } from '@kubescript/cel';

import { parseCertificates } from '../x509.ts';
import { compileJwtExpressions } from './compile.ts';
import type { AuthenticationConfiguration, JwtIssuer } from './types.ts';

const maxIssuers = 64;

/** What an AuthenticationConfiguration is checked with. */
export interface AuthenticationValidation {
  readonly environment: CelEnvironment;
  /** Issuers that are this server's own: nobody else may speak for them. */
  readonly disallowedIssuers: readonly string[];
}

/**
 * What is wrong with an AuthenticationConfiguration.
 *
 * @go k8s.io/apiserver/pkg/apis/apiserver/validation#ValidateAuthenticationConfiguration
 */
export function validateAuthenticationConfiguration(
  { jwt, anonymous }: AuthenticationConfiguration,
  { environment, disallowedIssuers }: AuthenticationValidation,
): readonly FieldError[] {
  const root = new FieldPath('jwt');
  if (jwt.length > maxIssuers) return [tooMany(root, jwt.length, maxIssuers)];
  const problems: FieldError[] = [];
  for (const [index, authenticator] of jwt.entries()) {
    const path = root.index(index);
    const { issuer } = authenticator;
    problems.push(...issuerProblems(issuer, path.child('issuer'), disallowedIssuers));
    problems.push(...compileJwtExpressions(authenticator, path, environment).problems);
    const before = jwt.slice(0, index).map((other) => other.issuer);
    for (const member of ['url', 'discoveryURL'] as const) {
      const value = issuer[member];
      if (value !== '' && before.some((other) => other[member] === value)) {
        problems.push(duplicate(path.child('issuer').child(member), value));
      }
    }
  }
  if (anonymous && !anonymous.enabled && anonymous.conditions.length > 0) {
    const detail = 'enabled should be set to true when conditions are defined';
    problems.push(invalid(new FieldPath('anonymous').child('conditions'), anonymous.conditions, detail));
  }
  return problems;
}

function issuerProblems(issuer: JwtIssuer, path: FieldPath, disallowed: readonly string[]): readonly FieldError[] {
  const { url, discoveryURL, egressSelectorType } = issuer;
  const urlPath = path.child('url');
  const problems = url === '' ? [required(urlPath)] : [...urlProblems(url, urlPath, disallowed)];
  if (discoveryURL !== '') {
    const discoveryPath = path.child('discoveryURL');
    if (url !== '' && url.replace(/\/+$/, '') === discoveryURL.replace(/\/+$/, '')) {
      problems.push(invalid(discoveryPath, discoveryURL, 'discoveryURL must be different from URL'));
    }
    problems.push(...urlProblems(discoveryURL, discoveryPath, []));
  }
  problems.push(...audienceProblems(issuer, path), ...authorityProblems(issuer, path.child('certificateAuthority')));
  if (egressSelectorType !== '' && !['controlplane', 'cluster'].includes(egressSelectorType)) {
    const detail = 'egress selector must be either controlplane or cluster';
    problems.push(invalid(path.child('egressSelectorType'), egressSelectorType, detail));
  }
  return problems;
}

function urlProblems(text: string, path: FieldPath, disallowed: readonly string[]): readonly FieldError[] {
  const problems: FieldError[] = [];
  if (disallowed.includes(text)) {
    const shown = [...disallowed].sort().join(' ');
    problems.push(invalid(path, text, `URL must not overlap with disallowed issuers: [${shown}]`));
  }
  if (!URL.canParse(text)) return [...problems, invalid(path, text, 'URL scheme must be https')];
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:') problems.push(invalid(path, text, 'URL scheme must be https'));
  if (username !== '' || password !== '') {
    problems.push(invalid(path, text, 'URL must not contain a username or password'));
  }
  if (search !== '') problems.push(invalid(path, text, 'URL must not contain a query'));
  if (hash !== '') problems.push(invalid(path, text, 'URL must not contain a fragment'));
  return problems;
}

function audienceProblems({ audiences, audienceMatchPolicy }: JwtIssuer, path: FieldPath): readonly FieldError[] {
  const listPath = path.child('audiences');
  if (audiences.length === 0) return [required(listPath, `at least one ${listPath.toString()} is required`)];
  const problems = audiences.flatMap((audience, index) => {
    if (audience === '') return [required(listPath.index(index))];
    return audiences.indexOf(audience) < index ? [duplicate(listPath.index(index), audience)] : [];
  });
  const policyPath = path.child('audienceMatchPolicy');
  if (audiences.length > 1 && audienceMatchPolicy !== 'MatchAny') {
    const detail = 'audienceMatchPolicy must be MatchAny for multiple audiences';
    problems.push(invalid(policyPath, audienceMatchPolicy, detail));
  }
  if (audiences.length === 1 && !['', 'MatchAny'].includes(audienceMatchPolicy)) {
    const detail = 'audienceMatchPolicy must be empty or MatchAny for single audience';
    problems.push(invalid(policyPath, audienceMatchPolicy, detail));
  }
  return problems;
}

function authorityProblems({ certificateAuthority }: JwtIssuer, path: FieldPath): readonly FieldError[] {
  if (certificateAuthority === '') return [];
  try {
    parseCertificates(certificateAuthority);
    return [];
  } catch {
    return [invalid(path, '<omitted>', 'data does not contain any valid RSA or ECDSA certificates')];
  }
}
