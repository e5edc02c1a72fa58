import { LANGUAGES } from '@kerf/messages/languages'
import type { Wording } from '@kerf/messages/wording'
import { describe, expect, it } from 'vitest'
import type { legalWords } from '#messages/legal.ts'
import { USUAL_PLAN_TERMS } from '../../data/plans/plan-terms.ts'
import { fillIn, legalFacts } from './legal-facts.ts'
import { PRIVACY_OUTLINE, TERMS_OUTLINE } from './legal-outline.ts'

const facts = legalFacts('en', USUAL_PLAN_TERMS)

describe.each(LANGUAGES)('terms and privacy in %s', async (language) => {
  const file = `../../../../../packages/messages/src/${language}/legal.ts`
  const { legalWords: words }: { legalWords: Wording<typeof legalWords> } = await import(file)

  it('name no fact that there is not, and every price and limit that there is', () => {
    const text = fillIn(JSON.stringify(words), facts)
    expect(text).not.toMatch(/\{\w+\}/)
    for (const fact of Object.values(facts)) expect(text).toContain(fact)
  })

  it('are six sections of terms, and each section has its place', () => {
    expect(words.terms.sections).toHaveLength(6)
    expect(TERMS_OUTLINE).toHaveLength(words.terms.sections.length)
    expect(PRIVACY_OUTLINE).toHaveLength(words.privacy.sections.length)
  })
})

it('a document that names what is no fact is refused', () => {
  expect(() => fillIn('You have {wishes} wishes.', facts)).toThrow('wishes')
})
