import ora from 'ora';

/** Tells the user what start-up is doing; one line per step on a terminal and elsewhere. */
export interface Progress {
  /** A step begins. */
  step(text: string): void;
  /** The step ended well; `detail` replaces its text. */
  done(detail?: string): void;
  /** Something the user must see. */
  notice(text: string): void;
  /** Stops drawing; the failed step, if any, stays visible. */
  fail(): void;
}

/** Draws on standard error. */
export function terminalProgress(): Progress {
  const spinner = ora({ stream: process.stderr, discardStdin: false });
  return {
    step: (text) => void spinner.start(text),
    done: (detail) => void spinner.succeed(detail),
    notice: (text) => void spinner.warn(text),
    fail: () => {
      if (spinner.isSpinning) spinner.fail();
    },
  };
}

/** Messages that carry a detached cluster's progress to the process that started it. */
export type ProgressMessage =
  | { readonly type: 'step' | 'notice'; readonly text: string }
  | { readonly type: 'done'; readonly text?: string }
  | { readonly type: 'ready'; readonly kubeconfig: string; readonly milliseconds: number }
  | { readonly type: 'failed'; readonly text: string };

/** Sends progress to the parent process, and drops it once the parent has gone. */
export function parentProgress(send: (message: ProgressMessage) => void): Progress {
  return {
    step: (text) => {
      send({ type: 'step', text });
    },
    done: (text) => {
      send(text === undefined ? { type: 'done' } : { type: 'done', text });
    },
    notice: (text) => {
      send({ type: 'notice', text });
    },
    fail: () => undefined,
  };
}
