import type { FieldErrors, FieldValues } from 'react-hook-form'

/** The first sentence about each refused field. A field that holds a list may be refused for one of its parts. */
export function faultSentences<Values extends FieldValues>(
  errors: FieldErrors<Values>,
): Partial<Record<keyof Values & string, string>> {
  const sentences: Partial<Record<keyof Values & string, string>> = {}
  for (const [field, error] of Object.entries(errors)) {
    const sentence = firstSentence(error)
    if (sentence !== undefined) sentences[field as keyof Values & string] = sentence
  }
  return sentences
}

function firstSentence(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map(firstSentence).find((sentence) => sentence !== undefined)
  const message = (error as { message?: unknown } | undefined)?.message
  return typeof message === 'string' ? message : undefined
}
