import type { Language } from '@kerf/messages/languages'
import { expect } from 'vitest'
import type { Visit } from './visit.ts'

/** Prices and names of plans, which are the same in every language. */
const SHARED_WORDS = /\$\s?\d|\d\s?(?:US)?\$|\bPro\b|\bLifetime Access\b/

const WORDS_BY_LANGUAGE: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:price|prices|pricing|upgrade)\b/i,
  de: /\b(?:preis|tarif|upgrade)/i,
  es: /\b(?:precio|planes)/i,
  fr: /\b(?:prix|forfait|tarif)/i,
  ja: /料金|価格|プラン|アップグレード/,
}

/** Words about prices in a text of this language, each with the text around it. */
export const priceMentions = (text: string, language: Language = 'en'): string[] =>
  [SHARED_WORDS, WORDS_BY_LANGUAGE[language]].flatMap(({ source, flags }) =>
    Array.from(text.matchAll(new RegExp(`.{0,40}(?:${source}).{0,40}`, `g${flags}`)), ([around]) => around),
  )

/** Expects no word about prices in the HTML that the server sends for a path. */
export async function expectServedWithoutShop(visit: Visit, path: string, language?: Language): Promise<void> {
  const answer = await visit.context.request.get(new URL(path, visit.page.url()).href, {
    headers: { accept: 'text/html' },
  })
  expect(priceMentions(await answer.text(), language), `${path}, as it is served`).toEqual([])
}

/** Expects no word about prices in the page that a visitor sees. */
export async function expectShownWithoutShop(visit: Visit, label: string, language?: Language): Promise<void> {
  await visit.page.getByRole('heading').first().waitFor()
  await visit.page.waitForLoadState('networkidle')
  expect(priceMentions(await visit.page.content(), language), label).toEqual([])
}
