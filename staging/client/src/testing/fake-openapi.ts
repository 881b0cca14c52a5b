import type { OpenApi } from '../discovery/openapi-client.ts';

/** OpenAPI documents that a test gives, by path (`api/v1`). `reads` tells what was read. */
export class FakeOpenApi implements OpenApi {
  readonly reads: string[] = [];
  documents: Readonly<Record<string, unknown>>;
  /** Part of every location: change it with the documents. */
  hash = '1';

  constructor(documents: Readonly<Record<string, unknown>> = {}) {
    this.documents = documents;
  }

  paths(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map(Object.keys(this.documents).map((path) => [path, `${path}?hash=${this.hash}`])));
  }

  document(location: string): Promise<unknown> {
    this.reads.push(location);
    return Promise.resolve(this.documents[location.slice(0, location.indexOf('?'))]);
  }
}
