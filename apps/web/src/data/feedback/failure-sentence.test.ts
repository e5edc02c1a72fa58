import { ApiError } from '@kerf/contract/protocol/client'
import { describe, expect, it } from 'vitest'
import { calendarTime } from '../formatting/dates.ts'
import { codeSentence, failureSentence } from './failure-sentence.ts'

describe('somebody who tried too often', () => {
  it.each([
    [1, 'Please wait 1 second and try again.'],
    [40, 'Please wait 40 seconds and try again.'],
    [80, 'Please wait 1 minute 20 seconds and try again.'],
    [121, 'Please wait 3 minutes and try again.'],
    [897, 'Please wait 15 minutes and try again.'],
    [3600, 'Please wait 1 hour and try again.'],
  ])('says how long to wait: %d seconds', (seconds, sentence) => {
    expect(codeSentence('too_many_requests', seconds)).toBe(sentence)
  })

  it('says to wait where the server does not say how long, and has its own sentence for any other refusal', () => {
    const sentence = 'Too many requests. Please wait a moment and try again.'
    expect(codeSentence('too_many_requests', null)).toBe(sentence)
    expect(codeSentence('too_many_requests', 0)).toBe(sentence)
    expect(codeSentence('busy', 5)).toBe('This server is busy. Please try again in a moment.')
  })
})

it("shows the server's own sentence where its code is unknown to the page, and its own where there is none", () => {
  const said = (status: number, text: string) => failureSentence(new ApiError(status, text, null))
  expect(said(503, '{"error":"The archive is being moved.","code":"archive_moving"}')).toBe(
    'The archive is being moved.',
  )
  expect(said(404, '{"error":"Said otherwise.","code":"expired"}')).toBe(codeSentence('expired', null))
  expect(said(502, '<html>')).toBe('The server is not responding. Please try again in a moment.')
  expect(said(400, '{}')).toBe('Something went wrong. Please try again.')
})

describe('a refusal with a reason', () => {
  const said = (body: object) => failureSentence(new ApiError(422, JSON.stringify(body), null))

  it('says the nearest cause instead of what its code says', () => {
    const body = { code: 'source_failed', error: 'x' }
    expect(said({ ...body, reason: 'dns', about: 'www.youtube.com' })).toBe(
      'No public address was found for www.youtube.com (DNS). Please check the link, and the network of this server.',
    )
    expect(said({ ...body, reason: 'not_allowed', about: '10.1.2.3:8080' })).toContain('OUTBOUND_ALLOW=10.1.2.3:8080.')
    expect(said({ ...body, reason: 'of_tomorrow', about: 'x' })).toBe(codeSentence('source_failed', null))
  })

  it("says when a premiere begins, in the viewer's own time and language", () => {
    const about = '2026-12-24T20:30:00.000Z'
    const body = { code: 'video_upcoming', reason: 'starts_at' }
    expect(said({ ...body, about })).toBe(
      `This video begins on ${calendarTime(about, 'en')}. It can be cut once it is published.`,
    )
    expect(said({ ...body, about: 'soon' })).toContain('begins on soon')
  })
})
