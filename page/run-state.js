/** The state of a run, computed from its events: the state of each hole so far. */

/** @typedef {import('../src/prove/events.ts').Attempted} Attempted */
/** @typedef {import('../src/prove/events.ts').ProveEvent} ProveEvent */
/** @typedef {import('../src/report/server-schema.ts').ProveJobReport} ProveJobReport */
/** @typedef {Pick<Attempted, 'number' | 'strategy' | 'candidate' | 'verdict' | 'lemmas' | 'imports'>} Attempt */

/**
 * @typedef {object} HoleState
 * @property {number} hole 1-based, among all holes of the file
 * @property {number} line
 * @property {number} column
 * @property {string | null} declaration
 * @property {string} goal
 * @property {'started' | 'filled' | 'open'} state
 * @property {Attempt[]} attempts the latest ones, oldest first
 * @property {number} count the number of all attempts
 * @property {number} prompts the number of model calls
 * @property {string} activity a description of the current step
 * @property {{ query: string, names: string[] }[]} retrievals
 * @property {string[]} remarks
 * @property {{ node: string, goal: string, state: string, strategy: string | null }[]} steps of sketches; a step comes before those of its own sketches
 * @property {string | null} filledBy the candidate
 * @property {string | null} strategy of the candidate
 */

/**
 * @typedef {object} RunState
 * @property {string | null} file
 * @property {string[]} strategies
 * @property {string | null} model
 * @property {number} of the number of holes to process
 * @property {Map<number, HoleState>} holes
 * @property {{ done: number, total: number, words: string } | null} progress
 * @property {string[]} remarks about the complete run
 * @property {ProveJobReport | null} job set at the end
 */

/** Only the latest attempts are stored, because a long run has thousands. */
const MAX_ATTEMPTS = 100;

/** @returns {RunState} */
export function newRun() {
  return { file: null, strategies: [], model: null, of: 0, holes: new Map(), progress: null, remarks: [], job: null };
}

/**
 * Applies an event. Returns the number of the changed hole, or null if the event concerns the complete run.
 *
 * @param {RunState} run
 * @param {{ event: string, data: any }} event
 * @returns {number | null}
 */
export function applyEvent(run, { event, data }) {
  if (event === 'progress') run.progress = data;
  else if (event === 'end') run.job = data;
  else applyToRun(run, { ...data, event });
  const hole = run.holes.get(data.hole);
  if (hole === undefined) return null;
  applyToHole(hole, { ...data, event });
  return hole.hole;
}

/**
 * @param {RunState} run
 * @param {ProveEvent} event
 */
function applyToRun(run, event) {
  switch (event.event) {
    case 'run_started':
      [run.file, run.strategies, run.model] = [event.file, event.strategies, event.model];
      break;
    case 'hole_started':
      run.of = event.of;
      run.holes.set(event.hole, newHole(event));
      break;
    case 'dropped':
      run.remarks.push(
        `Removed, because their fillings are not consistent: holes ${event.holes.join(', ')}. ${event.why}`,
      );
      break;
    default:
  }
}

/**
 * @param {import('../src/prove/events.ts').HoleStarted} event
 * @returns {HoleState}
 */
function newHole({ hole, line, column, declaration, goal }) {
  return {
    ...{ hole, line, column, declaration, goal },
    state: 'started',
    attempts: [],
    count: 0,
    prompts: 0,
    activity: '',
    retrievals: [],
    remarks: [],
    steps: [],
    filledBy: null,
    strategy: null,
  };
}

/**
 * @param {HoleState} hole
 * @param {ProveEvent} event
 */
function applyToHole(hole, event) {
  switch (event.event) {
    case 'attempt':
      hole.attempts.push(event);
      if (hole.attempts.length > MAX_ATTEMPTS) hole.attempts.shift();
      hole.count++;
      hole.activity = 'trying candidates';
      break;
    case 'retrieval':
      hole.retrievals.push({ query: event.query, names: event.names });
      hole.activity = 'trying candidates';
      break;
    case 'passages':
      hole.remarks.push(`${event.ids.length} passages of the library were retrieved for: ${event.query}`);
      break;
    case 'step':
      hole.remarks.push(
        `${event.strategy}${event.node === undefined ? '' : ` at step ${event.node}`}, ${event.step}: ${event.text}`,
      );
      break;
    case 'prompt':
      hole.prompts++;
      hole.activity = 'waiting for the model';
      break;
    case 'answer':
      hole.activity = 'trying the response of the model';
      break;
    case 'ask_failed':
      hole.remarks.push(`The model did not respond: ${event.detail || event.why}`);
      break;
    case 'import_tried':
      hole.remarks.push(importWords(event));
      break;
    case 'remark':
      hole.remarks.push(event.text);
      break;
    case 'budget_stop':
      hole.remarks.push(`The limit of ${event.limit} is used up.`);
      break;
    case 'node_started':
      hole.steps.push({ node: event.node, goal: event.goal, state: 'in progress', strategy: null });
      hole.steps.sort((a, b) => a.node.localeCompare(b.node, 'en', { numeric: true }));
      break;
    case 'node_ended':
      endStep(hole, event);
      break;
    case 'hole_ended':
      endHole(hole, event);
      break;
    default:
  }
}

/** @param {Extract<ProveEvent, { event: 'import_tried' }>} event */
function importWords({ modules, fails }) {
  return fails === null
    ? `The file also compiles with import ${modules.join(', ')}.`
    : `import ${modules.join(', ')} cannot be added: ${fails}`;
}

/**
 * @param {HoleState} hole
 * @param {import('../src/prove/events.ts').NodeEnded} event
 */
function endStep({ steps }, { node, state, strategy }) {
  const step = steps.find((each) => each.node === node);
  if (step !== undefined) [step.state, step.strategy] = [state === 'filled' ? 'proved' : state, strategy];
}

/**
 * @param {HoleState} hole
 * @param {import('../src/prove/events.ts').HoleEnded} event
 */
function endHole(hole, { state, candidate, strategy, note }) {
  hole.state = state === 'filled' ? 'filled' : 'open';
  hole.activity = '';
  if (hole.state === 'filled') [hole.filledBy, hole.strategy] = [candidate?.text ?? null, strategy];
  if (note !== null) hole.remarks.push(note);
}

/**
 * The progress of the run in one line.
 *
 * @param {RunState} run
 */
export function runWords({ holes, of, progress }) {
  const all = [...holes.values()];
  if (all.length === 0) return progress === null ? 'Waiting in the queue' : progress.words;
  const filled = all.filter(({ state }) => state === 'filled').length;
  const attempts = all.reduce((sum, { count }) => sum + count, 0);
  const ended = all.filter(({ state }) => state !== 'started').length;
  return `${ended} of ${of} holes done, ${filled} filled, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

/**
 * A verdict in a few words.
 *
 * @param {Attempt['verdict']} verdict
 */
export function verdictWords(verdict) {
  switch (verdict.kind) {
    case 'accepted':
      return `accepted, ${verdict.level}`;
    case 'unchecked':
      return `could not be checked: ${verdict.detail || verdict.why}`;
    case 'rejected':
      if (verdict.by === 'gate') return `rejected by the gate: ${verdict.reason}`;
      if (verdict.by === 'audit')
        return `refused by the audit: ${verdict.findings.map(({ detail }) => detail).join('; ')}`;
      return `rejected by Lean: ${verdict.diagnostics[0]?.text ?? 'no reason given'}`;
    default:
      return '';
  }
}
