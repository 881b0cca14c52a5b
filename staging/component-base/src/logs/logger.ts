import { formatJsonLine, formatTextLine } from './format.ts';

/** Values that belong to a log line; errors are shown by their message. */
export type LogFields = Readonly<Record<string, unknown>>;

/** How serious a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Writes log lines under a name. A message states what happened; what it happened to is in the fields. */
export interface Logger {
  readonly name: string;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Written only from verbosity 4 on. */
  debug(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to each of its lines. */
  with(fields: LogFields): Logger;
}

/** One line before it is formatted. */
export interface LogRecord {
  readonly time: number;
  readonly level: LogLevel;
  readonly name: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** Where and how log lines are written. */
export interface LogSettings {
  readonly format: 'text' | 'json';
  /** Debug lines are written from 4 on. */
  readonly verbosity: number;
  readonly write: (line: string) => void;
}

let current: LogSettings = {
  format: 'text',
  verbosity: 0,
  write: (line) => {
    process.stderr.write(line);
  },
};

/** Changes how loggers without settings of their own write; for programs (`run`), not for libraries. */
export function configureLogging(settings: Partial<LogSettings>): void {
  current = { ...current, ...settings };
}

/** A logger that writes to the error output, or as `settings` say. */
export function newLogger(name: string, settings?: Partial<LogSettings>): Logger {
  return new LineLogger(name, {}, settings ?? {});
}

class LineLogger implements Logger {
  readonly name: string;
  readonly #fields: LogFields;
  readonly #settings: Partial<LogSettings>;

  constructor(name: string, fields: LogFields, settings: Partial<LogSettings>) {
    this.name = name;
    this.#fields = fields;
    this.#settings = settings;
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    if ((this.#settings.verbosity ?? current.verbosity) >= 4) this.#write('debug', message, fields);
  }

  with(fields: LogFields): Logger {
    return new LineLogger(this.name, { ...this.#fields, ...fields }, this.#settings);
  }

  #write(level: LogLevel, message: string, fields: LogFields = {}): void {
    const record: LogRecord = {
      time: Date.now(),
      level,
      name: this.name,
      message,
      fields: { ...this.#fields, ...fields },
    };
    const format = this.#settings.format ?? current.format;
    const write = this.#settings.write ?? current.write;
    write(format === 'json' ? formatJsonLine(record) : formatTextLine(record));
  }
}

/** A logger that drops everything: for tests. */
export const silentLogger: Logger = newLogger('', {
  write: () => {
    /* dropped */
  },
});
