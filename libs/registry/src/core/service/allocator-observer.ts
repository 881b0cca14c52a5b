/** How an address or port was taken: a particular one, or any. */
export type AllocationScope = 'static' | 'dynamic';

/** Told of what the allocators of Services do. */
export interface AllocatorObserver {
  onIpAllocated(cidr: string, scope: AllocationScope, seconds: number): void;
  onIpError(cidr: string, scope: AllocationScope): void;
  onPortAllocated(scope: AllocationScope): void;
  onPortError(scope: AllocationScope): void;
}

/** How much of a range is taken. */
export interface RangeUse {
  readonly cidr: string;
  readonly allocated: number;
  readonly available: number;
}
