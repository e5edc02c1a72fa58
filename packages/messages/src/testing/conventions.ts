/** How the sentences of a translation are checked. Each language has its own in `<language>/testing/conventions.ts`. */
export interface Conventions {
  /** Names and words that are the same in English. Only sentences made of these alone may equal the English ones. */
  sharedWords: string
  /** What no sentence contains. */
  avoided: RegExp
}
