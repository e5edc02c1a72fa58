import type { emailWords as english } from './en/emails.ts'
import { LANGUAGES, type Language } from './languages.ts'
import type { Wording } from './wording.ts'

type EmailWords = Wording<typeof english>

async function load(language: Language): Promise<[Language, EmailWords]> {
  const { emailWords } = (await import(`./${language}/emails.ts`)) as { emailWords: EmailWords }
  return [language, emailWords]
}

/** Sentences of emails by language. The server writes each email in the recipient's language. */
export const EMAIL_WORDS = Object.fromEntries(await Promise.all(LANGUAGES.map(load))) as Record<Language, EmailWords>
