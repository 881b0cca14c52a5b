/**
 * What mutating plugins remember of a request between the first round and the second, in which they see what later
 * plugins made of the object.
 *
 * @go k8s.io/apiserver/pkg/admission#ReinvocationContext
 */
export class ReinvocationContext {
  /** Whether this is the second round. */
  isReinvoke = false;
  /** Whether a plugin asked for a second round. */
  shouldReinvoke = false;
  readonly #values = new Map<string, unknown>();

  /** What the plugin filed here in this request, made by `make` at first. */
  value<T>(plugin: string, make: () => T): T {
    if (!this.#values.has(plugin)) this.#values.set(plugin, make());
    return this.#values.get(plugin) as T;
  }
}
