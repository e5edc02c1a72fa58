import { ApiError } from '@kerf/contract/protocol/client'
import { describe, expect, it } from 'vitest'
import { codeSentence, failureSentence } from './failure-sentence.ts'

describe('a message after too many attempts', () => {
  it.each([
    [1, 'Please wait 1 second and try again.'],
    [40, 'Please wait 40 seconds and try again.'],
    [80, 'Please wait 1 minute 20 seconds and try again.'],
    [121, 'Please wait 3 minutes and try again.'],
    [897, 'Please wait 15 minutes and try again.'],
    [3600, 'Please wait 1 hour and try again.'],
  ])('states the waiting time: %d seconds', (seconds, sentence) => {
    expect(codeSentence('too_many_requests', seconds)).toBe(sentence)
  })

  it('asks to wait if the server gives no time, and other refusals have their own sentences', () => {
    const sentence = 'Too many requests. Please wait a moment and try again.'
    expect(codeSentence('too_many_requests', null)).toBe(sentence)
    expect(codeSentence('too_many_requests', 0)).toBe(sentence)
    expect(codeSentence('busy', 5)).toBe('This server is busy. Please try again in a moment.')
  })
})

it("an unknown code gets the server's sentence, and a missing answer gets the page's own", () => {
  const sentenceFor = (status: number, text: string) => failureSentence(new ApiError(status, text, null))
  expect(sentenceFor(503, '{"error":"The archive is being moved.","code":"archive_moving"}')).toBe(
    'The archive is being moved.',
  )
  expect(sentenceFor(404, '{"error":"Said otherwise.","code":"expired"}')).toBe(codeSentence('expired', null))
  expect(sentenceFor(502, '<html>')).toBe('The server is not responding. Please try again in a moment.')
  expect(sentenceFor(400, '{}')).toBe('Something went wrong. Please try again.')
})
