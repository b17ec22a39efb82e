/** The part of jsonld that a test uses; the package has no types. */
declare module 'jsonld' {
  const jsonld: { toRDF: (document: unknown, options: { documentLoader: () => never }) => Promise<unknown> };
  export = jsonld;
}
