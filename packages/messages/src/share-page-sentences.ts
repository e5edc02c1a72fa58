import type { clipReceiptWords as englishReceipt } from './en/clips/receipt.ts'
import type { sharePageWords as english } from './en/clips/share.ts'
import { LANGUAGES, type Language } from './languages.ts'
import type { Wording } from './wording.ts'

export interface SharePageSentences {
  page: Wording<typeof english>
  receipt: Wording<typeof englishReceipt>
  /** Title of the receipt. */
  exactness: string
}

async function load(language: Language): Promise<[Language, SharePageSentences]> {
  const [{ sharePageWords }, { clipReceiptWords }, { finishedWords }] = await Promise.all([
    import(`./${language}/clips/share.ts`),
    import(`./${language}/clips/receipt.ts`),
    import(`./${language}/clips/finished.ts`),
  ])
  return [language, { page: sharePageWords, receipt: clipReceiptWords, exactness: finishedWords.receipt }]
}

/** Sentences of public pages by language. The server writes each page in the language of its reader. */
export const SHARE_PAGE_SENTENCES = Object.fromEntries(await Promise.all(LANGUAGES.map(load))) as Record<
  Language,
  SharePageSentences
>
