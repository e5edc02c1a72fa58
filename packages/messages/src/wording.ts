/**
 * The shape that a language gives its sentences: the keys, the parameters and the lengths of lists are English's, the words
 * its own. A language file is declared with it, so that a missing sentence does not compile.
 */
export type Wording<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Result
    ? (...args: Args) => Wording<Result>
    : { readonly [Key in keyof T]: Wording<T[Key]> }
