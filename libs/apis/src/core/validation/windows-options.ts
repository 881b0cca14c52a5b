import type { PodSpec, WindowsSecurityContextOptions } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { containersWithPath } from './pod-containers.ts';

const MAX_CREDENTIAL_SPEC_KIB = 64;
const MAX_DOMAIN = 256;
const MAX_USER = 104;

const CONTROL = /[\u0000-\u001f\u007f]/;
const NETBIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`);

/** @go core/validation#validateWindowsSecurityContextOptions */
export function validateWindowsOptions(
  options: DeepReadonly<WindowsSecurityContextOptions>,
  path: FieldPath,
): FieldError[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options;
  return [
    ...(name === undefined ? [] : breaches(path.child('gmsaCredentialSpecName'), name, isDns1123Subdomain(name))),
    ...(spec === undefined ? [] : breaches(path.child('gmsaCredentialSpec'), spec, credentialSpecProblems(spec))),
    ...(user === undefined ? [] : breaches(path.child('runAsUserName'), user, userNameProblems(user))),
  ];
}

function credentialSpecProblems(spec: string): string[] {
  if (spec === '') return ['gmsaCredentialSpec cannot be an empty string'];
  if (byteLength(spec) <= MAX_CREDENTIAL_SPEC_KIB * 1024) return [];
  return [`gmsaCredentialSpec size must be under ${String(MAX_CREDENTIAL_SPEC_KIB)} KiB`];
}

/** `DOMAIN\user`, or a user alone. */
function userNameProblems(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const [user = '', domain] = parts.toReversed();
  return [...(domain === undefined ? [] : domainProblems(domain)), ...userProblems(user)];
}

function domainProblems(domain: string): string[] {
  const problems: string[] = [];
  if (byteLength(domain) >= MAX_DOMAIN) {
    problems.push(`runAsUserName's Domain length must be under ${String(MAX_DOMAIN)} characters`);
  }
  if (!NETBIOS.test(domain) && !DNS.test(domain)) {
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  return problems;
}

function userProblems(user: string): string[] {
  const problems: string[] = [];
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > MAX_USER) {
    problems.push(`runAsUserName's User length must not be longer than ${String(MAX_USER)} characters`);
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
  }
  return problems;
}

/** All containers of a pod are processes of a Windows host, or none is. @go core/validation#validateWindowsHostProcessPod */
export function validateHostProcesses(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const errors: FieldError[] = [];
  const containers = containersWithPath(spec, path);
  let hostProcesses = 0;
  for (const [{ securityContext }, place] of containers) {
    const own = securityContext?.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${String(ofPod)}`;
      errors.push(invalid(place.child('securityContext', 'windowsOptions', 'hostProcess'), own, detail));
    }
    if (own ?? ofPod ?? false) hostProcesses++;
  }
  if (hostProcesses === 0) return errors;
  if (hostProcesses !== containers.length) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalid(path, '', detail));
  }
  if (spec.hostNetwork !== true) {
    const detail = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalid(path.child('hostNetwork'), false, detail));
  }
  return errors;
}
