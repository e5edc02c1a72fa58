/** The languages that the interface speaks, each with its own name for itself: one folder of sentences each. The first is for everybody else. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]
