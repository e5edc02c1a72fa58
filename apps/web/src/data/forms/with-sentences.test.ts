import { sendMessage } from '@kerf/contract/contact'
import { noticeForm } from '@kerf/contract/dmca'
import { describe, expect, it } from 'vitest'
import { withSentences } from './with-sentences.ts'

const words = (field: string) => ({
  missing: `${field} is missing`,
  too_big: `${field} is too long`,
  otherwise: `${field} is wrong`,
})
const contact = withSentences({
  name: words('name'),
  email: words('email'),
  subject: { otherwise: 'subject is wrong' },
  message: words('message'),
})
const message = { name: 'Anna', email: 'anna@example.org', subject: 'A question', message: 'How exact is it?' }

function refusalsOf(changes: Partial<typeof message>): Record<string, string> {
  const { error } = sendMessage.body.safeParse({ ...message, ...changes }, contact)
  return Object.fromEntries((error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]))
}

describe('the message at an invalid field', () => {
  it('states a missing text, even if only spaces were typed, or one that is too long', () => {
    expect(refusalsOf({ name: '', email: '', message: ' \n ' })).toEqual({
      name: 'name is missing',
      email: 'email is missing',
      message: 'message is missing',
    })
    expect(refusalsOf({ name: 'a'.repeat(1000), email: 'anna' })).toEqual({
      name: 'name is too long',
      email: 'email is wrong',
    })
    expect(refusalsOf({ subject: '' })).toEqual({ subject: 'subject is wrong' })
    expect(refusalsOf({ subject: 'x'.repeat(1000) })).toEqual({ subject: 'subject is wrong' })
    expect(refusalsOf({})).toEqual({})
  })

  it('exists for one item of a list, and for an empty list', () => {
    const notice = withSentences({ links: words('links') })
    const sentenceFor = (typedText: string) =>
      noticeForm.pick({ links: true }).safeParse({ links: typedText }, notice).error?.issues[0]?.message
    expect(sentenceFor('https://a.example nonsense')).toBe('links is wrong')
    expect(sentenceFor('  ')).toBe('links is missing')
    expect(sentenceFor('https://a.example https://b.example')).toBeUndefined()
  })
})
