import { ApiError } from '@kerf/contract/protocol/client'
import { describe, expect, it } from 'vitest'
import { calendarTime } from '../formatting/dates.ts'
import { codeSentence } from './failure-sentence.ts'
import { linkFailureSentence } from './link-failure-sentence.ts'

describe('a refusal with a reason', () => {
  const sentenceFor = (body: object) => linkFailureSentence(new ApiError(422, JSON.stringify(body), null))

  it("names the nearest cause instead of the code's general one", () => {
    const body = { code: 'source_failed', error: 'x' }
    expect(sentenceFor({ ...body, reason: 'dns', about: 'www.youtube.com' })).toBe(
      'No public address was found for www.youtube.com (DNS). Please check the link, and the network of this server.',
    )
    expect(sentenceFor({ ...body, reason: 'not_allowed', about: '10.1.2.3:8080' })).toContain(
      'OUTBOUND_ALLOW=10.1.2.3:8080.',
    )
    expect(sentenceFor({ ...body, reason: 'of_tomorrow', about: 'x' })).toBe(codeSentence('source_failed', null))
  })

  it('names the unsupported site, and lists the supported ones', () => {
    expect(sentenceFor({ code: 'invalid_link', reason: 'other_site', about: 'Vimeo' })).toBe(
      'Links to Vimeo are not supported. Please enter a valid YouTube URL.',
    )
  })

  it("states the start of a premiere in the viewer's own time and language", () => {
    const expectedDate = '2026-12-24T20:30:00.000Z'
    const body = { code: 'video_upcoming', reason: 'starts_at' }
    expect(sentenceFor({ ...body, about: expectedDate })).toBe(
      `This video begins on ${calendarTime(expectedDate, 'en')}. It can be cut once it is published.`,
    )
    expect(sentenceFor({ ...body, about: 'soon' })).toContain('begins on soon')
  })
})
