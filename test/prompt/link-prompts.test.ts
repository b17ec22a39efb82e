/** The golden text of the prompt that links statements to declarations, and its answers. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { linkPrompt, readLinked } from '../../src/prompt/link-prompts.ts';

test('the prompt is the golden one', async () => {
  const { template, messages } = linkPrompt({ isDefinition: false, title: 'Deep water', text: 'The water is deep.' }, [
    { kind: 'theorem', name: 'Lock.deep', signature: '(l : Lock) : 0 < l.depth', meaning: 'The water\nis deep.' },
    { kind: 'lemma', name: 'sea', signature: ': True', meaning: '' },
  ]);
  const text = messages.map(({ role, text: said }) => `--- ${role} ---\n${said}`).join('\n');
  await expect(`${template}\n${text}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL('golden/link-declarations.txt', import.meta.url)),
  );
});

test.each([
  ['{"formalizes": []}', []],
  ['It is {"formalizes": [2, 2, 1]}.', [1, 0]],
])('reads %s', (answer, at) => expect(readLinked(answer, 2)).toEqual({ at }));

test.each(['{"formalizes": [3]}', '{"formalizes": [0]}', '{"formalizes": [1.5]}', '{"links": [1]}', 'none'])(
  'refuses %s',
  (answer) => expect(() => readLinked(answer, 2)).toThrow(),
);
