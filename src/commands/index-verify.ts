/** `lemmahead index verify`: checks that the index is intact and matches the sources on disk. */
import { verifyIndex } from '../index/verify.ts';
import { renderVerification } from '../report/index-verify.ts';
import type { Command } from './command.ts';
import { withIndexPath } from '../session/command-index.ts';

export const indexVerify: Command<Record<string, never>> = async (_options, { settings }) => {
  const verification = await withIndexPath(settings, verifyIndex);
  return {
    exit: verification.faults.length === 0 ? 'done' : 'no',
    data: { schema: 'lemmahead/index-verify@1', ...verification },
    render: (style) => renderVerification(verification, 'lemmahead index build --rehash', style),
  };
};
