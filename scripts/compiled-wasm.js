import makeWabt from 'wabt';

/** The text of `src/vectors/dot-products.ts`, from that of `dot-products.wat`. */
export async function compiledModule(source) {
  const wabt = await makeWabt();
  const parsed = wabt.parseWat('dot-products.wat', source, { simd: true });
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  const lines = Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,100}/g);
  return `/** Compiled from \`dot-products.wat\` by \`npm run wasm\`; a test holds the two together. */
export const DOT_PRODUCTS: string = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}
