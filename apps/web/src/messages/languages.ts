/** The languages that the interface speaks: one folder of sentences each. A page is built in one of them. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
