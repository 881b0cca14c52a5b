import { FlagGroup } from './flag-group.ts';
import { choiceFlag, intFlag } from './flag-spec.ts';

/** How a component writes its log. */
export interface LoggingOptions {
  readonly loggingFormat: 'text' | 'json';
  readonly v: number;
}

/** `--logging-format`, `-v` */
export function loggingFlags(): FlagGroup<LoggingOptions> {
  return new FlagGroup<LoggingOptions>('Logs', {
    loggingFormat: choiceFlag('text', ['text', 'json'], 'format of the log'),
    v: intFlag(0, 'verbosity: higher numbers log more', 'v'),
  });
}
