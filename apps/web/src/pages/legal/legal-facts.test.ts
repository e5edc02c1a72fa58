import { LANGUAGES } from '@kerf/messages/languages'
import type { Wording } from '@kerf/messages/wording'
import { describe, expect, it } from 'vitest'
import type { legalWords } from '#messages/legal.ts'
import { DEFAULT_PLAN_TERMS } from '../../data/plans/plan-terms.ts'
import { fillIn, forServer, legalFacts } from './legal-facts.ts'
import { PRIVACY_OUTLINE, TERMS_OUTLINE } from './legal-outline.ts'

const facts = legalFacts('en', DEFAULT_PLAN_TERMS)

/** All texts in a structure. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn)

describe.each(LANGUAGES)('terms and privacy in %s', async (language) => {
  const file = `../../../../../packages/messages/src/${language}/legal.ts`
  const { legalWords: words }: { legalWords: Wording<typeof legalWords> } = await import(file)

  it('name only known facts, and every price and limit', () => {
    const text = fillIn(JSON.stringify(words), facts)
    expect(text).not.toMatch(/\{\w+\}/)
    for (const fact of Object.values(facts)) expect(text).toContain(fact)
  })

  it('mention plans only if plans are sold', () => {
    const sections = words.terms.sections.filter((_, index) => !TERMS_OUTLINE[index]?.aboutPlans)
    const texts = textsIn([words.terms.lead, sections, words.privacy]).filter((text) => text !== 'PayPal')
    const [soldTexts, unsoldTexts] = [true, false].map((sellsPlans) =>
      texts.map((text) => forServer(text, { sellsPlans })),
    )
    const ABOUT_PLANS = /\b(Pro|Free|Lifetime Access)\b|PayPal|\{anonymousDaily\}/
    expect(soldTexts?.join('\n')).toMatch(ABOUT_PLANS)
    expect(unsoldTexts?.join('\n')).not.toMatch(ABOUT_PLANS)
    // Each bracket has its partner, and text that is left out leaves no gap.
    for (const text of [soldTexts, unsoldTexts].flat())
      expect(text).not.toMatch(/[[\]|]|,,|\.\.|。。|、、| {2}|\s[,.]|^\s/)
  })

  it('are six sections of terms, and each section has an outline entry', () => {
    expect(words.terms.sections).toHaveLength(6)
    expect(TERMS_OUTLINE).toHaveLength(words.terms.sections.length)
    expect(PRIVACY_OUTLINE).toHaveLength(words.privacy.sections.length)
  })
})

it('a document that names an unknown fact is refused', () => {
  expect(() => fillIn('You have {wishes} wishes.', facts)).toThrow('wishes')
})
