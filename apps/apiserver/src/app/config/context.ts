import type { Scheme } from '@kubescript/apimachinery';
import type { Logger, MetricsRegistry } from '@kubescript/component-base';

import type { CompletedOptions } from '../options.ts';
import type { ApiserverOverrides } from '../overrides.ts';

/** What every part of the server is made with. */
export interface OpeningContext {
  readonly options: CompletedOptions;
  /** What the program wants that holds the server in its process. */
  readonly embedder: ApiserverOverrides;
  readonly scheme: Scheme;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  /** Whoever opens something gives it to this stack, which closes all in reverse order. */
  readonly opening: AsyncDisposableStack;
}

/** An error as the log shows it. */
export const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
