import { describe, expect, it } from 'vitest'
import { captionsChoices } from './captions-choice.ts'

const captionsOf = (language: string | null, isAutomatic = false, name: string | null = null) => ({
  language,
  name,
  isAutomatic,
})

describe('the choice of captions', () => {
  it('begins with human-made ones in the original language, then others in it, then automatic ones', () => {
    const captions = [captionsOf('de'), captionsOf('en', true), captionsOf('ar'), captionsOf('en-GB'), captionsOf('en')]
    expect(captionsChoices(captions, 'en').map(({ id }) => id)).toEqual(['en', 'en-GB', 'en-auto', 'de', 'ar'])
    expect(captionsChoices(captions, null).map(({ id }) => id)).toEqual(['de', 'ar', 'en-GB', 'en', 'en-auto'])
    expect(captionsChoices([captionsOf('de'), captionsOf('en', true)], 'en-US').map(({ id }) => id)).toEqual([
      'en-auto',
      'de',
    ])
  })

  it('has names by language and by source', () => {
    const captions = [
      captionsOf('en', true, 'English (auto-generated)'),
      captionsOf('pt-BR', false, 'Português (Brasil)'),
      captionsOf('pt_br'),
      captionsOf(null),
      captionsOf('a b<c>', false, '<b>\u202eMine</b>'),
      captionsOf('qqq', true, 'Strange (Original)'),
    ]
    expect(captionsChoices(captions, null).map(({ id, language, label }) => [id, language, label])).toEqual([
      ['pt-BR', 'pt-BR', 'Português (Brasil)'],
      ['pt-BR-2', 'pt-BR', 'Portuguese (Brazil)'],
      ['und', 'und', 'Captions'],
      ['und-2', 'und', '<b> Mine</b>'],
      ['en-auto', 'en', 'English (automatic)'],
      ['qqq-auto', 'qqq', 'Strange (automatic)'],
    ])
  })

  it('is limited, and keeps other facts', () => {
    const captions = Array.from({ length: 5000 }, (_, index) => ({ ...captionsOf('en'), address: `${index}` }))
    const choices = captionsChoices(captions, 'en')
    expect(new Set(choices.map(({ id }) => id)).size).toBe(200)
    expect(choices[7]).toMatchObject({ id: 'en-8', address: '7' })
    expect(
      captionsChoices([{ ...captionsOf('en', false, 'x'.repeat(5000)), id: '../'.repeat(100) }], null)[0],
    ).toMatchObject({
      id: expect.stringMatching(/^[\w.-]{1,64}$/),
      label: 'x'.repeat(200),
    })
  })
})
