import makeWabt from 'wabt';

/** Compiles the text of `NAME.wat` and returns the text of `src/vectors/NAME.ts`. */
export async function compileModule(name, source) {
  const wabt = await makeWabt();
  const parsed = wabt.parseWat(`${name}.wat`, source, { simd: true });
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  const lines = Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,100}/g);
  return `/** Compiled from \`${name}.wat\` by \`npm run wasm\`; a test checks that both match. */
export const ${name.toUpperCase().replaceAll('-', '_')}: string = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}
