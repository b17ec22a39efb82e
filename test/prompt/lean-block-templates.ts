import type { Template } from '../../src/prompt/template.ts';
import { leanBlockTemplate } from '../../src/prompt/templates/lean-block.ts';

/** All eight templates. */
export const LEAN_BLOCK_TEMPLATES: readonly Template[] = [false, true].flatMap((informal) =>
  [false, true].flatMap((retrieval) =>
    [false, true].map((repair) => leanBlockTemplate({ informal, retrieval, repair })),
  ),
);
