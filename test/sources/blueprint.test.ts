import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blueprintNodes } from '../../src/sources/blueprint.ts';
import { readDocument } from '../../src/sources/read-document.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';

const WEB = String.raw`\documentclass{report}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem{definition}[theorem]{Definition}
\newtheorem{remark}[theorem]{Remark}
\begin{document}
\title{Lanterns}
\begin{definition}[Lantern]\label{def:lantern}\lean{Lantern, Lantern.lit}\leanok
A lantern is a lamp.
\end{definition}
\begin{remark}\label{rem:oil}
Oil burns.
\end{remark}
\begin{lemma}\label{lem:shine}
  \lean{Lantern.shines}
  \uses{def:lantern,
    def:nowhere}
  Lanterns shine.
\end{lemma}
\begin{theorem}\label{thm:night}\uses{def:lantern}\notready
The night is bright.
\end{theorem}
\begin{proof}\proves{lem:shine}\leanok
Look.
\end{proof}
\begin{proof}\uses{lem:shine}
By \ref{lem:shine}.
\end{proof}
\end{document}
`;

async function read(text: string) {
  const folder = writeFiles(temporaryFolder(), { 'web.tex': text });
  return readDocument(join(folder, 'web.tex'));
}

describe('a blueprint', () => {
  test('has its marks apart for statements and proofs, and none of them in the text', async () => {
    const document = await read(WEB);
    const nodes = blueprintNodes(document);
    expect(nodes.map(({ label }) => label)).toEqual(['def:lantern', 'lem:shine', 'thm:night']);
    const [lantern, shine, night] = nodes;
    expect(lantern!.statement).toMatchObject({ lean: ['Lantern', 'Lantern.lit'], isFormalized: true });
    expect(lantern!.piece.body).toBe('A lantern is a lamp.');
    expect(shine!.statementUses).toEqual([0]);
    expect(shine!.unresolved).toEqual(['def:nowhere']);
    expect(shine!.proof).toMatchObject({ isFormalized: true });
    expect(night!.statement.isNotReady).toBe(true);
    expect(night!).toMatchObject({ statementUses: [0], proofUses: [1] });
    expect(night!.proof).toMatchObject({ isFormalized: false, uses: ['lem:shine'] });
  });

  test('refers to what it uses, so that the library can follow it', async () => {
    const { pieces } = await read(WEB);
    const shine = pieces.find(({ labels }) => labels.includes('lem:shine'))!;
    expect(shine.references.map(({ label }) => label)).toContain('def:lantern');
  });

  test('may define the commands as nothing; a macro with a meaning is the macro', async () => {
    const commands = String.raw`\newcommand{\lean}[1]{}\newcommand{\leanok}{}\newcommand{\uses}[1]{uses #1}`;
    const document = await read(WEB.replace('\\begin{document}', `${commands}\\begin{document}`));
    const [lantern, shine] = blueprintNodes(document);
    expect(lantern!.statement.lean).toEqual(['Lantern', 'Lantern.lit']);
    expect(shine!.statement.uses).toEqual([]);
    expect(shine!.piece.body).toContain('uses def:lantern');
  });

  test('is read whatever its commands contain', async () => {
    const parts = [
      '\\uses',
      '\\lean',
      '\\leanok',
      '{',
      '}',
      'a,b',
      ',',
      '%',
      '\n',
      '\\proves',
      '$',
      '\\begin{proof}',
      '\\end{proof}',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), async (items) => {
        const document = await read(WEB.replace('Lanterns shine.', items.join('')));
        for (const { statementUses, proofUses } of blueprintNodes(document))
          for (const other of [...statementUses, ...proofUses]) expect(other).toBeLessThan(document.pieces.length);
      }),
      { numRuns: 60 },
    );
  });
});
