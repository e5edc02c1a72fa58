/** What a person reads when a field is refused. `otherwise` is for every reason that has no sentence of its own. */
export interface FieldSentences {
  /** Nothing was entered. */
  missing?: string
  too_big?: string
  otherwise: string
}

/** As far as zod's issues matter here. */
interface Issue {
  code?: string | undefined
  path?: readonly PropertyKey[] | undefined
  input?: unknown
}

/**
 * Puts the words of the page's language into the contract's own check, for `zodResolver(schema, inWords(sentences))`: the
 * rule is in the contract, once; its sentence is in the messages.
 */
export function inWords<Field extends string>(sentences: Readonly<Record<Field, FieldSentences>>) {
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
