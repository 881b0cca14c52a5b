export type { Backend } from './driver/backend.ts';
export { type Exec, ExecError, realExec } from './driver/exec.ts';
export { Proxier, type ProxierOptions } from './driver/proxier.ts';
export type { SyncPace } from './driver/sync-pacer.ts';
export { type IpFamily, familyOf, ofFamily } from './model/addresses.ts';
export { isCidr } from './model/cidr.ts';
export type { LocalTraffic, RuleSettings } from './model/local-traffic.ts';
export type { NodePlace } from './model/traffic.ts';
export { KUBE_PROXY_TABLE, NftBackend, cleanupNft } from './nftables/nft-backend.ts';
