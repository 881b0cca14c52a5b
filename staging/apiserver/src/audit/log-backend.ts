import { goJson } from '../util/go-json.ts';
import type { AuditBackend, AuditEvent } from './event.ts';

/** Where lines of the audit log go. */
export interface LineWriter extends Disposable {
  /** Appends whole lines; throws if that fails. */
  write(text: string): void;
}

/** How events are written: one JSON document a line, or one line of readable text. */
export type AuditLogFormat = 'json' | 'legacy';

/** Writes each event as a line. @go k8s.io/apiserver/plugin/pkg/audit/log#NewBackend */
export class AuditLogBackend implements AuditBackend {
  readonly #writer: LineWriter;
  readonly #format: AuditLogFormat;
  readonly #onError: (error: unknown) => void;

  constructor(writer: LineWriter, format: AuditLogFormat, onError: (error: unknown) => void) {
    this.#writer = writer;
    this.#format = format;
    this.#onError = onError;
  }

  processEvents(events: readonly AuditEvent[]): boolean {
    try {
      this.#writer.write(events.map((event) => this.#line(event)).join(''));
      return true;
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#writer[Symbol.dispose]();
    return Promise.resolve();
  }

  #line(event: AuditEvent): string {
    return this.#format === 'json' ? `${goJson(event)}\n` : `${legacyLine(event)}\n`;
  }
}

/** @go k8s.io/apiserver/pkg/audit#EventString */
export function legacyLine(event: AuditEvent): string {
  const { user, impersonatedUser, objectRef, responseStatus, sourceIPs } = event;
  const name = user.username ?? '<none>';
  const as = impersonatedUser === undefined ? '<self>' : (impersonatedUser.username ?? '');
  const asGroups = impersonatedUser === undefined ? '<lookup>' : quotedList(impersonatedUser.groups, '<lookup>');
  const response = responseStatus === undefined ? '<deferred>' : String(responseStatus.code ?? 0);
  const fields = [
    `id=${quoted(event.auditID)}`,
    `stage=${quoted(event.stage)}`,
    `ip=${quoted(sourceIPs?.[0] ?? '<unknown>')}`,
    `method=${quoted(event.verb)}`,
    `user=${quoted(name)}`,
    `groups=${quotedList(user.groups, '<none>')}`,
    `as=${quoted(as)}`,
    `asgroups=${asGroups}`,
    `user-agent=${quoted(event.userAgent ?? '')}`,
    `namespace=${quoted(objectRef?.namespace ?? '<none>')}`,
    `uri=${quoted(event.requestURI)}`,
    `response="${response}"`,
  ];
  return `${event.requestReceivedTimestamp} AUDIT: ${fields.join(' ')}`;
}

const quoted = (text: string): string => JSON.stringify(text);

const quotedList = (items: readonly string[] | undefined, none: string): string =>
  items === undefined || items.length === 0 ? none : items.map(quoted).join(',');
