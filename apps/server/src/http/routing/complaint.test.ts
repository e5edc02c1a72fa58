import { saveSettings } from '@kerf/contract/admin-settings'
import { updateUser } from '@kerf/contract/admin-users'
import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { signIn, signUp } from '@kerf/contract/auth'
import { requestDownload } from '@kerf/contract/download'
import { reportPayment } from '@kerf/contract/payment'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { complaintOf, complaintOfMisread } from './complaint.ts'

const complaint = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return error ? complaintOf(error, input) : null
}

const ANNA = { name: 'Anna', email: 'anna@example.org', password: 'a long secret' }

describe('an invalid request gets a sentence that names the field', () => {
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
    [requestDownload.body, { quality: '720p', maxBytes: 1e308 }, '"maxBytes" must be at most 2000000000.'],
    [requestDownload.body, { quality: '720p', maxBytes: -1e308 }, '"maxBytes" must be at least 500000.'],
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

  it.each([
    [requestDownload.body, { quality: '720p', crop: { left: 0, top: 0, width: 1, height: 1 } }, null],
    [
      requestDownload.body,
      { quality: '720p', colour: 'red' },
      'The body has a field that this call does not know: "colour".',
    ],
    [
      requestDownload.body,
      {
        quality: '720p',
        ranges: [
          { startTime: 1, endTime: 2 },
          { startTime: 1, endTime: 2, speed: 2 },
        ],
      },
      '"ranges[1]" has a field that this call does not know: "speed".',
    ],
    [reportPayment.body, { orderId: 'A1', planId: 'lifetime', userId: 'x', orderData: { payer: { id: 1 } } }, null],
  ])('%#: an unknown field in %j', (schema, input, sentence) => {
    expect(complaintOfMisread('The body', input, schema.parse(input))).toBe(sentence)
  })

  it("for every call, and never in the validator's words", () => {
    const oddValues = [undefined, null, 17, -1, 'x', '', 'x'.repeat(10_000), [], [null], {}, true]
    const sentences = ALL_ENDPOINTS.flatMap(({ body, query }) =>
      [body, query].flatMap((schema) => {
        const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
        return oddValues
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
