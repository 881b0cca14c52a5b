declare module 'postject' {
  /** Puts a resource into an executable file, in place. */
  export function inject(
    filename: string,
    resourceName: string,
    resourceData: Buffer,
    options?: { readonly sentinelFuse?: string; readonly machoSegmentName?: string; readonly overwrite?: boolean },
  ): Promise<void>;
}
