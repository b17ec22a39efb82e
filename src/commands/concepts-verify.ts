/** `lemmahead concepts verify`: checks that a concept base is intact and belongs to the index. */
import { verifyBase } from '../concepts/stats.ts';
import { renderVerification } from '../report/index-verify.ts';
import { conceptsPathFor, isCurrent, withConcepts } from '../session/command-concepts.ts';
import type { Command } from './command.ts';

/** Exit `no` with faults. */
export const conceptsVerify: Command<Record<string, never>> = (_options, context) =>
  withConcepts(context, ({ index, base }) => {
    const exists = (name: string): boolean => index.idsByName(name).length > 0;
    const verification = {
      path: conceptsPathFor(context.settings),
      ...verifyBase(base, { isCurrent: isCurrent(index, base), exists }),
    };
    return {
      exit: verification.faults.length === 0 ? 'done' : 'no',
      data: { schema: 'lemmahead/concepts-verify@1', ...verification },
      render: (style) => renderVerification(verification, 'lemmahead concepts build', style),
    };
  });
