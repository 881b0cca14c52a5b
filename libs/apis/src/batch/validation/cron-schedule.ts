/** One of the five fields of a schedule. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

/** What is wrong with a cron schedule in the words of the parser that the reference uses; undefined: nothing. */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule === '') return 'empty spec string';
  if (schedule.startsWith('@')) return descriptorProblem(schedule);
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, bounds] of FIELDS.entries()) {
    const problem = fieldProblem(fields[index] ?? '', bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function descriptorProblem(descriptor: string): string | undefined {
  if (DESCRIPTORS.includes(descriptor)) return undefined;
  if (/^@every (?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(descriptor)) return undefined;
  if (descriptor.startsWith('@every ')) return `failed to parse duration ${descriptor}: time: invalid duration`;
  return `unrecognized descriptor: ${descriptor}`;
}

function fieldProblem(field: string, bounds: Bounds): string | undefined {
  for (const part of field.split(',')) {
    const problem = rangeProblem(part, bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function rangeProblem(text: string, bounds: Bounds): string | undefined {
  const [range = '', step, ...more] = text.split('/');
  if (more.length > 0) return `too many slashes: ${text}`;
  const [low = '', high, ...others] = range.split('-');
  if (others.length > 0) return `too many hyphens: ${text}`;
  let start = bounds.min;
  let end = bounds.max;
  if (low !== '*' && low !== '?') {
    const first = parseValue(low, bounds);
    if (typeof first === 'string') return first;
    start = first;
    const last = high === undefined ? (step === undefined ? first : bounds.max) : parseValue(high, bounds);
    if (typeof last === 'string') return last;
    end = last;
  }
  if (step !== undefined) {
    const count = parseValue(step, { min: 0, max: 0 });
    if (typeof count === 'string') return count;
    if (count === 0) return `step of range should be a positive number: ${text}`;
  }
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${text}`;
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return undefined;
}

function parseValue(text: string, { names, min }: Bounds): number | string {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named !== -1) return named + min;
  if (/^\d+$/.test(text)) return Number(text);
  if (/^-\d+$/.test(text)) return `negative number (${text}) not allowed: ${text}`;
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
