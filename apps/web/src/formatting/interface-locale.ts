/** The viewer's own flavour of a language the interface speaks, so that dates and figures match the words around them. */
export function interfaceLocale(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language) && isLanguageTag(language)) ?? 'en'
}

/** Some systems name their language in ways of their own (`en-US@posix`), at which every formatter would throw. */
function isLanguageTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

export const LOCALE = interfaceLocale(typeof navigator === 'undefined' ? [] : navigator.languages)
