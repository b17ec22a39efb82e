/**
 * Compiles the library of the proving set with a Lean without `lake`. With `lake`, run `lake build` in this folder.
 *
 *   OLD_LEAN=PATH node bench/prove/build-library.ts
 */
import { compileLibrary } from './compiled-library.ts';

const lean = process.env['OLD_LEAN'];
if (!lean) {
  process.stderr.write('error: set OLD_LEAN to the path of a lean binary, or run `lake build` in bench/prove\n');
  process.exit(2);
}
process.stdout.write(compileLibrary(lean) ? 'compiled\n' : 'nothing to do\n');
