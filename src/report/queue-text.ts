/** Text output of `queue`. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { QueueChange, QueueGrant, QueueStatus, QueueWorkers } from './queue-schema.ts';
import { paint, type TextStyle } from './style.ts';

type Counted = QueueStatus['queues'][number];
const COLUMNS = ['waiting', 'running', 'done', 'dead', 'workers'] as const satisfies (keyof Counted)[];

export function renderQueueStatus(status: QueueStatus, style: TextStyle): string {
  const color = paint(style);
  const table = queueTable(status, style);
  const lines = [queueLine(status), ...(table.length === 0 ? [] : ['', ...table])];
  for (const { id, kind, log } of status.dead) {
    lines.push('', color.red(`dead: ${kind} ${id}`), ...log.map((line) => `  ${line}`));
  }
  if (status.dead.length > 0)
    lines.push('', 'One more attempt: lemmahead queue retry. Remove them: lemmahead queue purge');
  return `${lines.join('\n')}\n`;
}

/** The lines of a table with a row for each kind of units with the same requirements; empty if there are no units. */
export function queueTable({ queues }: QueueStatus, style: TextStyle): string[] {
  const color = paint(style);
  const used = queues.filter(({ waiting, running, done, dead }) => waiting + running + done + dead > 0);
  const lines = used.length === 0 ? [] : [color.dim(row(['kind', ...COLUMNS]))];
  for (const queue of used) {
    lines.push(row([queue.kind, ...COLUMNS.map((name) => formatNumber(queue[name]))]));
    lines.push(color.dim(`  needs ${factsText(queue.requirements)}`));
    if (queue.waiting > 0 && queue.missing.length > 0) {
      lines.push(color.yellow(`  no worker has ${queue.missing.join(', ')}`));
    }
  }
  return lines;
}

/** The same in one line, also for the live display. */
export function queueLine({ waiting, running, workers, per_minute: rate, seconds_left: left }: QueueStatus): string {
  const speed = rate === 0 ? '' : `, ${formatNumber(rate)} per minute`;
  const time = left === null || waiting + running === 0 ? '' : `, ${durationText(left)} left`;
  const units = `${formatNumber(waiting)} waiting, ${formatNumber(running)} running`;
  return `${units}, ${pluralize(workers, 'worker')}${speed}${time}`;
}

/** `onlyHost`: only its workers are listed; null for all. */
export function renderQueueWorkers({ workers }: QueueWorkers, onlyHost: string | null, style: TextStyle): string {
  if (workers.length === 0) {
    return onlyHost === null
      ? 'There are no workers. Start one: lemmahead worker\n'
      : `There are no workers on ${onlyHost}. To list all: lemmahead queue workers\n`;
  }
  const color = paint(style);
  return workers
    .map((worker) => {
      const { host, pid, version, jobs, kinds, done, failed, environments, self_tests: tests } = worker;
      const silence = `silent for ${durationText(worker.silent_seconds)}`;
      const state = worker.alive ? color.green('alive') : color.red(silence);
      const units = `${formatNumber(done)} done, ${formatNumber(failed)} failed, ${jobs} at a time`;
      return [
        `${color.bold(`${host}, process ${pid}`)}  ${state}  ${units}`,
        color.dim(
          `  ${worker.id}, lemmahead ${version}, ${kinds.length === 0 ? 'is starting' : `takes ${kinds.join(', ')}`}`,
        ),
        ...environments.map(({ facts, modules }) =>
          color.dim(`  has ${factsText(facts)}${modules === 0 ? '' : `, ${pluralize(modules, 'module')}`}`),
        ),
        ...Object.entries(tests)
          .filter(([, result]) => result !== 'passed')
          .map(([lean, result]) => color.yellow(`  self-test with ${lean}: ${result}`)),
        '',
      ].join('\n');
    })
    .join('\n');
}

const CHANGES: Record<QueueChange['change'], string> = {
  retry: 'gets one more attempt|get one more attempt',
  cancel: 'was cancelled|were cancelled',
  purge: 'was removed|were removed',
};

export function renderQueueChange({ change, units, workers }: QueueChange): string {
  if (units === 0 && workers === 0) return `There is nothing to ${change}.\n`;
  const [one, many] = CHANGES[change].split('|');
  const gone = workers === 0 ? '' : `, and ${pluralize(workers, 'worker')} that had stopped`;
  return `${pluralize(units, 'unit')} ${units === 1 ? one : many}${gone}.\n`;
}

export function renderQueueGrant({ role, database, statements, granted }: QueueGrant): string {
  if (!granted) return statements.map((statement) => `${statement};\n`).join('');
  return [
    `${role} may take the units of the database ${database}, and nothing else.`,
    `Only its owner, superusers and roles with a right of their own may connect to it now.`,
    '',
  ].join('\n');
}

function row([first, ...rest]: readonly string[]): string {
  return `${first!.padEnd(10)}${rest.map((cell) => cell.padStart(10)).join('')}`;
}

const factsText = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
