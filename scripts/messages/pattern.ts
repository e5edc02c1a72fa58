/** A sentence as a list of parts. Neighbouring texts are one part. */
export type Pattern = readonly Part[]
export type Part = string | Placeholder | Choice | Call

/** A value inserted into the sentence. `name` is one of the names of the message. */
export interface Placeholder {
  kind: 'placeholder'
  name: string
}

/** Alternative wordings. A value chooses one of them; the last one is `other`. */
export interface Choice {
  kind: 'plural' | 'select'
  name: string
  cases: readonly Case[]
}
export interface Case {
  key: string
  pattern: Pattern
}

/** A part of the sentence that the module defines outside of it: a constant, or a call of a local function. */
export interface Call {
  kind: 'call'
  /** TypeScript of the constant or of the call. */
  source: string
  /** Its value as parts of the sentence. */
  pattern: Pattern
}

/** Joins neighbouring texts, and leaves out empty ones. */
export function joinTexts(parts: Pattern): Pattern {
  const joinedParts: Part[] = []
  for (const part of parts) {
    const lastPart = joinedParts.at(-1)
    if (typeof part === 'string' && typeof lastPart === 'string') joinedParts[joinedParts.length - 1] = lastPart + part
    else if (part !== '') joinedParts.push(part)
  }
  return joinedParts
}

/** The same sentence without calls: their text replaces them. */
export function flatten(pattern: Pattern): Pattern {
  return joinTexts(
    pattern.flatMap((part): Pattern => {
      if (typeof part === 'string' || part.kind === 'placeholder') return [part]
      if (part.kind === 'call') return flatten(part.pattern)
      const { kind, name, cases } = part
      return [{ kind, name, cases: cases.map(({ key, pattern }) => ({ key, pattern: flatten(pattern) })) }]
    }),
  )
}

/** All calls in a sentence. A call comes before those within it. */
export function allCallsIn(pattern: Pattern): Call[] {
  return pattern.flatMap((part): Call[] => {
    if (typeof part === 'string' || part.kind === 'placeholder') return []
    if (part.kind === 'call') return [part, ...allCallsIn(part.pattern)]
    return part.cases.flatMap(({ pattern }) => allCallsIn(pattern))
  })
}

/** Names of all placeholders and choices in a sentence. */
export function namesIn(pattern: Pattern): string[] {
  return flatten(pattern).flatMap((part): string[] => {
    if (typeof part === 'string' || part.kind === 'call') return []
    if (part.kind === 'placeholder') return [part.name]
    return [part.name, ...part.cases.flatMap(({ pattern }) => namesIn(pattern))]
  })
}
