import { LANGUAGE } from '#messages/language.ts'

/** The viewer's regional variant of the page's language, so that dates and numbers match the words around them. */
export function interfaceLocale(languages: readonly string[], language: string = LANGUAGE): string {
  return languages.find((tag) => isLanguageTag(tag) && new Intl.Locale(tag).language === language) ?? language
}

/**
 * Whether a tag is valid. Some systems use invalid ones such as `en-US@posix`, at which every formatter would throw.
 */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

export const LOCALE = interfaceLocale(typeof navigator === 'undefined' ? [] : navigator.languages)
