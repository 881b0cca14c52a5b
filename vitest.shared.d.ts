import { type ViteUserConfig } from 'vitest/config';
/** The vitest configuration that every package shares: tests beside the source, workspace packages read from source. */
export declare function packageConfig(root: string): ViteUserConfig;
//# sourceMappingURL=vitest.shared.d.ts.map
