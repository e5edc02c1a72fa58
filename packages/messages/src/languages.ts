/** The languages of pages and emails, each in its own name: a folder here, and a line. The first serves everybody else. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
} as const
export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]]
