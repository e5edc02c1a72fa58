/** The viewer's own flavour of a language the interface speaks, so that dates and figures match the words around them. */
export function interfaceLocale(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language)) ?? 'en'
}

export const LOCALE = interfaceLocale(typeof navigator === 'undefined' ? [] : navigator.languages)
