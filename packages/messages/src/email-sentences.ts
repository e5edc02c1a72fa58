import type { emailWords as english } from './en/emails.ts'
import { LANGUAGES, type Language } from './languages.ts'
import type { Wording } from './wording.ts'

type EmailSentences = Wording<typeof english>

async function load(language: Language): Promise<[Language, EmailSentences]> {
  const { emailWords } = (await import(`./${language}/emails.ts`)) as { emailWords: EmailSentences }
  return [language, emailWords]
}

/** Sentences of emails by language. The server writes each email in the recipient's language. */
export const EMAIL_SENTENCES = Object.fromEntries(await Promise.all(LANGUAGES.map(load))) as Record<
  Language,
  EmailSentences
>
