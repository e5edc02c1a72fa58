/** The languages that the page and its mails speak, each with its own name for itself. The first is for everybody else. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]
