/**
 * A signal that aborts at the first SIGINT or SIGTERM; the second one ends the process at once. For `main.ts` only:
 * everything below takes the signal as an argument.
 *
 * @go k8s.io/apiserver/pkg/server#SetupSignalHandler
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new Error(`received ${name}`));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
