/**
 * Messages show whole objects as the reference's internal types print them: members are named as in Go, and absent
 * ones are there too.
 */
import type {
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodResourceClaim,
  SecurityContext,
  ServicePort,
  Taint,
} from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** A SecurityContext as messages show it. */
export function goSecurityContext(context: DeepReadonly<SecurityContext>): unknown {
  const { capabilities, seLinuxOptions, windowsOptions, seccompProfile, appArmorProfile } = context;
  return {
    Capabilities:
      capabilities === undefined ? null : { Add: capabilities.add ?? null, Drop: capabilities.drop ?? null },
    Privileged: context.privileged ?? null,
    SELinuxOptions: seLinuxOptions === undefined ? null : goMembers(seLinuxOptions, ['user', 'role', 'type', 'level']),
    WindowsOptions:
      windowsOptions === undefined
        ? null
        : {
            GMSACredentialSpecName: windowsOptions.gmsaCredentialSpecName ?? null,
            GMSACredentialSpec: windowsOptions.gmsaCredentialSpec ?? null,
            RunAsUserName: windowsOptions.runAsUserName ?? null,
            HostProcess: windowsOptions.hostProcess ?? null,
          },
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: seccompProfile === undefined ? null : goProfile(seccompProfile),
    AppArmorProfile: appArmorProfile === undefined ? null : goProfile(appArmorProfile),
  };
}

function goProfile(profile: { readonly type: string; readonly localhostProfile?: string }): unknown {
  return { Type: profile.type, LocalhostProfile: profile.localhostProfile ?? null };
}

/** Members that are texts, under their names with a capital. */
function goMembers<K extends string>(object: { readonly [name in K]?: string }, names: readonly K[]): unknown {
  return Object.fromEntries(names.map((name) => [name.charAt(0).toUpperCase() + name.slice(1), object[name] ?? '']));
}

/** A term of a node selector as messages show it. */
export function goNodeSelectorTerm(term: DeepReadonly<NodeSelectorTerm> | undefined): unknown {
  return {
    MatchExpressions: term?.matchExpressions?.map(goNodeRequirement) ?? null,
    MatchFields: term?.matchFields?.map(goNodeRequirement) ?? null,
  };
}

function goNodeRequirement({ key, operator, values }: DeepReadonly<NodeSelectorRequirement>): unknown {
  return { Key: key, Operator: operator, Values: values ?? null };
}

/** A claim of a pod as messages show it. */
export function goPodResourceClaim(claim: DeepReadonly<PodResourceClaim>): unknown {
  return {
    Name: claim.name,
    ResourceClaimName: claim.resourceClaimName ?? null,
    ResourceClaimTemplateName: claim.resourceClaimTemplateName ?? null,
  };
}

/** The part of a service's port that must be unique, as messages show it. */
export function goServicePortKey({ protocol, port }: DeepReadonly<ServicePort>): unknown {
  return { Name: '', Protocol: protocol ?? '', AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}

/** A taint as messages show it. */
export function goTaint({ key, value, effect, timeAdded }: DeepReadonly<Taint>): unknown {
  return { Key: key, Value: value ?? '', Effect: effect, TimeAdded: timeAdded ?? null };
}
