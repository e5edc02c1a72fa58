/** The languages that the interface is built in, each by its own name. The first one is for everybody else. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const
