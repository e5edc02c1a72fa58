import { PRODUCT_SLUG } from '@kerf/domain/product'

/** The languages the interface speaks. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

const COOKIE = `${PRODUCT_SLUG}_language`
const YEAR_SECONDS = 365 * 24 * 3600

/** The language this page was served in. */
export function currentLanguage(): Language {
  return LANGUAGES.find((language) => language === document.documentElement.lang) ?? LANGUAGES[0]
}

/** Remembers the choice where the server sees it, and loads the page anew: each language is a build of its own. */
export function chooseLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  location.reload()
}
