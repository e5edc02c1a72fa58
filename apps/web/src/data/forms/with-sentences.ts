/** Sentences for a refused field. `otherwise` is for every reason that has no sentence of its own. */
export interface FieldSentences {
  /** Sentence for an empty field. */
  missing?: string
  too_big?: string
  otherwise: string
}

/** The properties of zod's issues that are used here. */
interface Issue {
  code?: string | undefined
  path?: readonly PropertyKey[] | undefined
  input?: unknown
}

/**
 * Options for zod that give the contract's schemas error sentences in the page's language: `zodResolver(schema,
 * withSentences(sentences))`.
 */
export function withSentences<Field extends string>(sentences: Readonly<Record<Field, FieldSentences>>) {
  return {
    error({ code, path, input }: Issue): string | undefined {
      const field = sentences[path?.[0] as Field] as FieldSentences | undefined
      if (!field) return undefined
      if (isBlank(input)) return field.missing ?? field.otherwise
      if (code === 'too_big') return field.too_big ?? field.otherwise
      return field.otherwise
    },
  }
}

function isBlank(input: unknown): boolean {
  if (typeof input === 'string') return input.trim() === ''
  return input === undefined || (Array.isArray(input) && input.length === 0)
}
