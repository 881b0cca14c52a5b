import { type App, newAppCommand, normalizeArguments } from '@kubescript/component-base';

/**
 * Runs an app with these flags until the signal, as `runApp` does for a process of its own, but tells of failure by
 * rejecting: with the app's name, and all problems of its flags at once.
 */
export async function runInProcess<Options, Completed, Config extends AsyncDisposable>(
  app: App<Options, Completed, Config>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const said: string[] = [];
  const cmd = newAppCommand(app, (text) => said.push(text));
  try {
    cmd.parse(normalizeArguments(cmd, args), { from: 'user' });
  } catch (err) {
    throw new Error(`${app.name}: ${said.join('\n')}`, { cause: err });
  }
  const completed = await app.complete(app.options(cmd));
  const problems = app.validate(completed);
  if (problems.length > 0) throw new Error(`${app.name}: ${problems.map(({ message }) => message).join('; ')}`);
  try {
    await using config = await app.config(completed, signal);
    await app.run(config, signal);
  } catch (err) {
    if (signal.aborted) return;
    throw new Error(`${app.name}: ${(err as Error).message}`, { cause: err });
  }
}
