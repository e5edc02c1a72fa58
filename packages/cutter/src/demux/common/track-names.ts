import { plainLine } from './plain-text.ts'

const MOST_NAME_LENGTH = 200
/** Languages that are none: undetermined, or without a code. */
const NO_LANGUAGE = new Set(['und', 'mis'])
/** What muxers write where nobody gave a name. */
const DEFAULT_NAME = /handler|core media|isomedia|gpac|l-smash|mainconcept|mediabunny|produced by google/i

/**
 * A language as containers write it (ISO 639-1 or 639-2, in both of its forms, or BCP 47), in BCP 47; null for none.
 */
export function languageOf(code: string | null): string | null {
  if (code === null || code.length > 35) return null
  try {
    const [language = 'und'] = Intl.getCanonicalLocales(code.trim())
    return NO_LANGUAGE.has(language) ? null : language
  } catch {
    return null
  }
}

/** The name of a track; null if it has none of its own. */
export function nameOf(text: string | null): string | null {
  const name = text === null ? '' : plainLine(text, MOST_NAME_LENGTH)
  return name === '' || DEFAULT_NAME.test(name) ? null : name
}
