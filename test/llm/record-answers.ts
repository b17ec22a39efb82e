/** Records answers of models like a command: settings from files and the environment, errors to stderr. */
import { readEnvironment } from '../../src/config/env.ts';
import { resolveConfiguration } from '../../src/config/resolve.ts';
import { openModelFrom } from '../../src/llm/open-model.ts';
import { reportError } from '../../src/report/error.ts';

/** `record-answers.ts RECORDING NAME COUNT…`: sends COUNT requests to each NAME, sequentially. */
const [record = '', ...args] = process.argv.slice(2);
const output = { json: false, quiet: false, verbose: true };
const environment = readEnvironment();
const { settings } = await resolveConfiguration({ cwd: process.cwd(), environment, flags: {}, output });
const { signal } = new AbortController();

for (let at = 0; at < args.length; at += 2) {
  const model = await openModelFrom({ ...settings.model, name: args[at]! }, { record });
  for (let sample = 0; sample < Number(args[at + 1]); sample++) {
    const messages = [{ role: 'user', text: 'Prove it.' }] as const;
    try {
      const answer = await model.ask({ messages, maxOutputTokens: 50, temperature: null, sample }, { signal });
      process.stdout.write(`${model.name} ${model.endpoint} ${JSON.stringify(answer)}\n`);
    } catch (error) {
      const versions = { lemmahead: '0', node: '0', platform: 'test' };
      const report = reportError(error, { versions, argv: process.argv, home: '/', cwd: '/' });
      process.stderr.write(`${JSON.stringify(report)}\n${(error as Error).stack}\n${JSON.stringify(error)}\n`);
    }
  }
}
