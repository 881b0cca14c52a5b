import { type FieldError, type FieldPath, forbidden, notSupported } from '@kubescript/apimachinery';

const NAMED =
  'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT RTMAX RTMIN SEGV STKFLT STOP SYS ' +
  'TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ';

const LINUX: readonly string[] = [
  ...NAMED.split(' ').map((name) => `SIG${name}`),
  ...Array.from({ length: 14 }, (_, i) => `SIGRTMAX-${String(i + 1)}`),
  ...Array.from({ length: 15 }, (_, i) => `SIGRTMIN+${String(i + 1)}`),
].sort();

const WINDOWS = ['SIGKILL', 'SIGTERM'];

/** The signal that stops a container is one of its operating system. @go core/validation#validateStopSignal */
export function validateStopSignal(signal: string, os: string | undefined, path: FieldPath): FieldError[] {
  if (os === undefined) return [forbidden(path, 'may not be set for containers with empty `spec.os.name`')];
  const known = os === 'windows' ? WINDOWS : os === 'linux' ? LINUX : undefined;
  return known === undefined || known.includes(signal) ? [] : [notSupported(path, signal, known)];
}
