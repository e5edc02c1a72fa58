import { markOf, parameterSamples, type Samples } from './parameter-samples.ts'

/** A file of sentences: its source, and what it exports. */
export interface MessageFile {
  source: string
  exported: Readonly<Record<string, unknown>>
}

/** A sentence as it is read. */
export interface Sentence {
  /** `messages.downloads.left(7, 9, today)` */
  path: string
  text: string
  /** What was handed in and has to be found in the sentence: figures and words, but not choices. */
  inserted: readonly string[]
}

/**
 * Every sentence of a file in every one of its forms: those that take arguments are called with each choice of them, as
 * English declares its parameters.
 */
export function sentencesOf(exported: unknown, english: MessageFile): Sentence[] {
  return unfold('', exported, parameterSamples(english.source))
}

function unfold(path: string, value: unknown, samples: ReadonlyMap<string, Samples[]>): Sentence[] {
  if (typeof value === 'string') return [{ path, text: value, inserted: [] }]
  if (typeof value === 'function') {
    const parameters = samples.get(path) ?? Array.from({ length: value.length }, (_, position) => [markOf(position)])
    return choices(parameters).flatMap((given) => {
      const called = unfold(`${path}(${given.join(', ')})`, value(...given), samples)
      const inserted = given.filter((one) => typeof one === 'number' || isMark(one)).map(String)
      return called.map((sentence) => ({ ...sentence, inserted }))
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unfold(path ? `${path}.${key}` : key, inner, samples))
}

const isMark = (value: unknown): boolean => typeof value === 'string' && value.startsWith('‹')

function choices(samples: readonly Samples[]): unknown[][] {
  return samples.reduce<unknown[][]>(
    (before, one) => before.flatMap((given) => one.map((value) => [...given, value])),
    [[]],
  )
}
