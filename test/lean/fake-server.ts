/** A fake language server for behaviour that a real one does not show on demand: hang, crash, silence. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLaunch } from '../../src/lean/server/lsp-worker.ts';

/**
 * Reports for each text that its last word is unknown. A word `@…` in the text changes the behaviour: `@crash` always
 * crashes, `@crashonce` if the file `crashed` does not exist yet, `@error` gives an error answer, `@hang`, `@silent`
 * (the barrier opens and nothing was published), `@noise` (output outside the protocol), `@slow` (100 ms, or as many
 * as follow), `@parts` (a second, incremental part), `@nogoal` (an error instead of goals), `@child` (a process of its own,
 * which ends some time after the text is closed). The goal at a place is the place. `calls` gets one line per message.
 */
const SCRIPT = `
const { spawn } = require('node:child_process');
const { appendFileSync, existsSync, writeFileSync, writeSync } = require('node:fs');
const folder = process.argv[2];
const log = (line) => appendFileSync(folder + '/calls', process.pid + ' ' + line + '\\n');
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  writeSync(1, 'Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body);
};
let text = '', uri = '', version = 0, held = Buffer.alloc(0), child = null;
process.stdin.on('end', () => process.exit(0));
process.stdin.on('data', (chunk) => {
  held = Buffer.concat([held, chunk]);
  for (;;) {
    const header = held.indexOf('\\r\\n\\r\\n');
    if (header < 0) return;
    const end = header + 4 + Number(/(\\d+)/.exec(held.toString('latin1', 0, header))[1]);
    if (held.length < end) return;
    take(JSON.parse(held.toString('utf8', header + 4, end)));
    held = held.subarray(end);
  }
});
function take({ id, method, params }) {
  log(method);
  if (method === 'initialize') send({ id, result: { capabilities: {} } });
  if (method === 'textDocument/didOpen') ({ text, uri, version } = params.textDocument);
  if (method === 'textDocument/didOpen' && text.includes('@child'))
    child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  if (method === 'textDocument/didClose') setTimeout((closed) => closed?.kill(), 300, child);
  if (method === 'textDocument/didChange') {
    const [{ range: { start }, text: put }] = params.contentChanges;
    const lines = text.split('\\n');
    text = [...lines.slice(0, start.line), (lines[start.line] ?? '').slice(0, start.character)].join('\\n') + put;
    version = params.textDocument.version;
  }
  if (method === '$/lean/plainGoal') {
    const { line, character } = params.position;
    if (text.includes('@nogoal')) send({ id, error: { code: -32602, message: 'no snapshot found' } });
    else send({ id, result: { goals: [params.textDocument.uri === uri ? line + ':' + character : 'another text'] } });
  }
  if (method === 'textDocument/waitForDiagnostics') setTimeout(() => answer(id), delayOf(text));
}
const delayOf = (text) => (text.includes('@slow') ? Number(/@slow(\\d+)/.exec(text)?.[1] ?? 100) : 0);
function answer(id) {
  const isFirstCrash = text.includes('@crashonce') && !existsSync(folder + '/crashed');
  if (isFirstCrash) writeFileSync(folder + '/crashed', '');
  if (isFirstCrash || / @crash( |$)/.test(text)) { console.error('PANIC: asked to'); process.exit(9); }
  if (text.includes('@hang')) return;
  if (text.includes('@noise')) { writeSync(1, 'uncaught exception\\r\\n\\r\\n'); return; }
  if (text.includes('@error')) { send({ id, error: { code: -32902, message: 'the file worker crashed' } }); return; }
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const message = 'unknown identifier ' + text.trim().split(/\\s+/).at(-1);
  // Diagnostics of an old version arrive late, as with the real server.
  const publish = (of, text, isIncremental) => send({ method: 'textDocument/publishDiagnostics', params: { uri, version: of, diagnostics: [{ range, severity: 1, message: text }], isIncremental } });
  if (!text.includes('@silent')) publish(version, message);
  if (text.includes('@parts')) publish(version, 'and more', true);
  publish(version - 1, 'old news');
  send({ id: 'refresh', method: 'workspace/semanticTokens/refresh' });
  send({ id, result: {} });
}
`;

/** Launch options for the fake server, which logs to `folder`. `nonce` is `FAKE_SERVER` in its environment. */
export function fakeServer(folder: string, nonce = ''): ServerLaunch {
  const script = join(folder, 'server.cjs');
  writeFileSync(script, SCRIPT);
  return {
    command: process.execPath,
    args: [script, folder],
    cwd: folder,
    environment: { FAKE_SERVER: nonce },
  };
}
