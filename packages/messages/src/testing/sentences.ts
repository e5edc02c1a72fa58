import { markOf, parameterSamples, type Samples } from './parameter-samples.ts'

/** A file of sentences: its source and its exports. */
export interface MessageFile {
  source: string
  exported: Readonly<Record<string, unknown>>
}

/** One sentence with its arguments filled in. */
export interface Sentence {
  /** Path with arguments: `messages.downloads.left(7, 9, today)` */
  path: string
  text: string
  /** Arguments that must appear in the sentence: numbers and texts, but not literals of a union. */
  inserted: readonly string[]
}

/**
 * All sentences of a file. Functions are called with all combinations of the samples for their parameters, as the
 * English source declares them.
 */
export function sentencesOf(exportedValue: unknown, english: MessageFile): Sentence[] {
  return unfold('', exportedValue, parameterSamples(english.source))
}

function unfold(path: string, value: unknown, samples: ReadonlyMap<string, Samples[]>): Sentence[] {
  if (typeof value === 'string') return [{ path, text: value, inserted: [] }]
  if (typeof value === 'function') {
    const parameters = samples.get(path) ?? Array.from({ length: value.length }, (_, position) => [markOf(position)])
    return choices(parameters).flatMap((values) => {
      const sentences = unfold(`${path}(${values.join(', ')})`, value(...values), samples)
      const inserted = values.filter((value) => typeof value === 'number' || isMark(value)).map(String)
      return sentences.map((sentence) => ({ ...sentence, inserted }))
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, innerValue]) =>
    unfold(path ? `${path}.${key}` : key, innerValue, samples),
  )
}

const isMark = (value: unknown): boolean => typeof value === 'string' && value.startsWith('‹')

function choices(samples: readonly Samples[]): unknown[][] {
  return samples.reduce<unknown[][]>(
    (combinations, options) => combinations.flatMap((combination) => options.map((value) => [...combination, value])),
    [[]],
  )
}
