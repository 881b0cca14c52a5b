import type { OpenApiDocuments } from './handler.ts';
import type { Json } from './schemas.ts';
import { mergeSwagger } from './merge-swagger.ts';

/**
 * The documents of several servers as those of one, the first server's first. Where two have a document of the same
 * path, the first server's counts.
 */
export function mergeOpenApi(servers: readonly OpenApiDocuments[]): OpenApiDocuments {
  const owners = new Map<string, OpenApiDocuments>();
  for (const server of servers) {
    for (const path of server.v3Paths) if (!owners.has(path)) owners.set(path, server);
  }
  let swagger: Json | undefined;
  const v2Pieces = servers.flatMap((server) => server.v2Pieces ?? [once(() => server.v2())]);
  return {
    v2Pieces,
    v3Paths: [...owners.keys()],
    v3(path) {
      const owner = owners.get(path);
      if (!owner) throw new Error(`there is no OpenAPI document of ${path}`);
      return owner.v3(path);
    },
    v2: () => (swagger ??= mergeSwagger(v2Pieces.map((piece) => piece()))),
  };
}

/** The function, which makes what it makes once. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
