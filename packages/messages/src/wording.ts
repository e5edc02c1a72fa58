/**
 * Type of a translation: the keys, parameters and list lengths of the English sentences. Language files are declared
 * with it, so that a missing sentence is a type error.
 */
export type Wording<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Result
    ? (...args: Args) => Wording<Result>
    : { readonly [Key in keyof T]: Wording<T[Key]> }
