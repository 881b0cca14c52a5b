/** The label by which the containers, networks, volumes and images of a run are found; its value names the run. */
export const sessionLabel = 'io.kubescript.test-session';

/** What one run of container tests works with. */
export interface DockerSession {
  /** For DOCKER_HOST. */
  readonly host: string;
  readonly id: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    docker: DockerSession | { readonly problem: string };
  }
}
