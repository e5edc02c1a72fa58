/** Rules that check the sentences of a translation. Each language has them in `<language>/testing/conventions.ts`. */
export interface Conventions {
  /** Words that are the same in English. A sentence may equal the English one only if it consists of these words. */
  sharedWords: string
  /** Text that no sentence may contain. */
  avoided: RegExp
}
