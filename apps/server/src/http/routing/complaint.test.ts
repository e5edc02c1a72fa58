import { saveSettings } from '@kerf/contract/admin-settings'
import { updateUser } from '@kerf/contract/admin-users'
import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { signIn, signUp } from '@kerf/contract/auth'
import { requestDownload } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { complaintOf } from './complaint.ts'

const complaint = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return error ? complaintOf(error, input) : null
}

const ANNA = { name: 'Anna', email: 'anna@example.org', password: 'a long secret' }

describe('what was sent wrongly is said in a sentence that names the field', () => {
  it.each([
    [signIn.body, undefined, 'The body is missing.'],
    [signIn.body, 'anna', 'The body must be an object.'],
    [signIn.body, { password: 'x' }, '"email" is missing.'],
    [signIn.body, { email: 'anna', password: 'x' }, '"email" must be an email address.'],
    [signIn.body, { email: 'anna@example.org', password: '' }, '"password" must not be empty.'],
    [signUp.body, { ...ANNA, password: 'short' }, '"password" must have at least 6 characters.'],
    [
      signUp.body,
      { ...ANNA, name: 'Anna\nBcc' },
      '"name" must be one line of plain text, without invisible or look-alike characters.',
    ],
    [requestDownload.body, { quality: 720 }, '"quality" must be text.'],
    [requestDownload.body, { quality: '720p', ranges: [] }, '"ranges" must have at least 1 entry.'],
    [requestDownload.body, { quality: '720p', ranges: [{ endTime: 2 }] }, '"ranges[0].startTime" is missing.'],
    [updateUser.body, {}, 'Nothing to change.'],
    [updateUser.body, { role: 'boss' }, '"role" must be one of user, admin.'],
    [saveSettings.body, { freeDailyLimit: 2.5 }, '"freeDailyLimit" must be a whole number.'],
    [saveSettings.body, { retentionHours: 25 }, '"retentionHours" must be at most 24.'],
    [saveSettings.body, { colour: 'red' }, 'The body has a field that this call does not know: "colour".'],
  ])('%#: %j', (schema, input, sentence) => {
    expect(complaint(schema as z.ZodType, input)).toBe(sentence)
  })

  it('whatever any call takes, and never in the words of the validator', () => {
    const odd = [undefined, null, 17, -1, 'x', '', 'x'.repeat(10_000), [], [null], {}, true]
    const sentences = ALL_ENDPOINTS.flatMap(({ body, query }) =>
      [body, query].flatMap((schema) => {
        const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
        return odd
          .flatMap((value) => [value, ...fields.map((field) => ({ [field]: value }))])
          .flatMap((input) => (schema ? (complaint(schema, input) ?? []) : []))
      }),
    )
    expect(sentences.length).toBeGreaterThan(500)
    const form =
      /^(?:"[\w.[\]]+"|The body|Nothing) (?!.*(?:invalid|expected|received|too |pattern|undefined|NaN))[^:]+/i
    expect(sentences.filter((sentence) => !form.test(sentence) || !sentence.endsWith('.'))).toEqual([])
    expect(new Set(sentences.filter((sentence) => sentence.includes('cannot be used like this')))).toEqual(new Set())
  })
})
