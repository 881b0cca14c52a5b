import type { FlowSchema, PolicyRulesWithSubjects, Subject } from '@kubescript/api/flowcontrol/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import type { UserInfo } from '../authentication/authenticator.ts';
import type { RequestInfo } from '../server/request-info.ts';

/** Whether a request belongs to a flow schema. */
export type RequestMatcher = (user: UserInfo, info: RequestInfo) => boolean;

/** @go k8s.io/apiserver/pkg/util/flowcontrol#matchesFlowSchema */
export function matcherOf(schema: DeepReadonly<FlowSchema>): RequestMatcher {
  const rules = (schema.spec.rules ?? []).map(ruleOf);
  return (user, info) => rules.some((matches) => matches(user, info));
}

function ruleOf(rule: DeepReadonly<PolicyRulesWithSubjects>): RequestMatcher {
  const bySubject = subjectMatcher(rule.subjects);
  const byResource = (rule.resourceRules ?? []).map((resources) => ({
    verbs: wordSet(resources.verbs),
    groups: wordSet(resources.apiGroups),
    resources: wordSet(resources.resources),
    namespaces: wordSet(resources.namespaces ?? []),
    clusterScope: resources.clusterScope ?? false,
  }));
  const byPath = (rule.nonResourceRules ?? []).map((paths) => ({
    verbs: wordSet(paths.verbs),
    matches: pathMatcher(paths.nonResourceURLs),
  }));
  return function matchesRule(user, info) {
    if (!bySubject(user)) return false;
    if (!info.isResourceRequest) return byPath.some(({ verbs, matches }) => verbs(info.verb) && matches(info.path));
    const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
    return byResource.some(
      (wanted) =>
        wanted.verbs(info.verb) &&
        wanted.groups(info.apiGroup) &&
        wanted.resources(resource) &&
        (info.namespace === '' ? wanted.clusterScope : wanted.namespaces(info.namespace)),
    );
  };
}

/** Whether a word is in a list, where `*` is every word. */
function wordSet(words: readonly string[]): (word: string) => boolean {
  if (words.includes('*')) return () => true;
  const [only] = words;
  if (words.length === 1) return (word) => word === only;
  const set = new Set(words);
  return (word) => set.has(word);
}

function pathMatcher(urls: readonly string[]): (path: string) => boolean {
  if (urls.includes('*')) return () => true;
  return (path) => urls.some((url) => url === path || (url.endsWith('/*') && path.startsWith(url.slice(0, -1))));
}

function subjectMatcher(subjects: readonly DeepReadonly<Subject>[]): (user: UserInfo) => boolean {
  const users = new Set(subjects.flatMap(({ kind, user }) => (kind === 'User' && user ? [user.name] : [])));
  const groups = new Set(subjects.flatMap(({ kind, group }) => (kind === 'Group' && group ? [group.name] : [])));
  const prefixes: string[] = [];
  for (const { kind, serviceAccount } of subjects) {
    if (kind !== 'ServiceAccount' || !serviceAccount) continue;
    const prefix = `system:serviceaccount:${serviceAccount.namespace}:`;
    if (serviceAccount.name === '*') prefixes.push(prefix);
    else users.add(prefix + serviceAccount.name);
  }
  if (users.has('*') || groups.has('*')) return () => true;
  return (user) =>
    (users.size > 0 && users.has(user.name)) ||
    (groups.size > 0 && user.groups.some((group) => groups.has(group))) ||
    prefixes.some((prefix) => user.name.startsWith(prefix));
}
