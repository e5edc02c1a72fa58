import { describe, expect, it } from 'vitest'
import { captionsChoices } from './captions-choice.ts'

const claimed = (language: string | null, isAutomatic = false, name: string | null = null) => ({
  language,
  name,
  isAutomatic,
})

describe('the choice of captions', () => {
  it("begins with the video's own in its original language, then any in it, then automatic ones in it", () => {
    const offered = [claimed('de'), claimed('en', true), claimed('ar'), claimed('en-GB'), claimed('en')]
    expect(captionsChoices(offered, 'en').map(({ id }) => id)).toEqual(['en', 'en-GB', 'en-auto', 'de', 'ar'])
    expect(captionsChoices(offered, null).map(({ id }) => id)).toEqual(['de', 'ar', 'en-GB', 'en', 'en-auto'])
    expect(captionsChoices([claimed('de'), claimed('en', true)], 'en-US').map(({ id }) => id)).toEqual([
      'en-auto',
      'de',
    ])
  })

  it('names each by its language, and as its source calls it', () => {
    const offered = [
      claimed('en', true, 'English (auto-generated)'),
      claimed('pt-BR', false, 'Português (Brasil)'),
      claimed('pt_br'),
      claimed(null),
      claimed('a b<c>', false, '<b>\u202eMine</b>'),
      claimed('qqq', true, 'Strange (Original)'),
    ]
    expect(captionsChoices(offered, null).map(({ id, language, label }) => [id, language, label])).toEqual([
      ['pt-BR', 'pt-BR', 'Português (Brasil)'],
      ['pt-BR-2', 'pt-BR', 'Portuguese (Brazil)'],
      ['und', 'und', 'Captions'],
      ['und-2', 'und', '<b> Mine</b>'],
      ['en-auto', 'en', 'English (automatic)'],
      ['qqq-auto', 'qqq', 'Strange (automatic)'],
    ])
  })

  it('is bounded, and keeps what else is known', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ ...claimed('en'), address: `${index}` }))
    const choices = captionsChoices(many, 'en')
    expect(new Set(choices.map(({ id }) => id)).size).toBe(200)
    expect(choices[7]).toMatchObject({ id: 'en-8', address: '7' })
    expect(
      captionsChoices([{ ...claimed('en', false, 'x'.repeat(5000)), id: '../'.repeat(100) }], null)[0],
    ).toMatchObject({
      id: expect.stringMatching(/^[\w.-]{1,64}$/),
      label: 'x'.repeat(200),
    })
  })
})
