import type { AddressFindings } from '@kerf/domain/health/standing'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'
import { adminEndpoint } from './admin-call.ts'
import { PROCESS_EVENTS_TYPE } from './process-events.ts'
import { ApiError, fetchResponse } from './protocol/client.ts'

/** Response text of `readAddressFile` without `Range`. */
export const ADDRESS_FILE_TEXT = 'The proxy passes byte ranges.'
const TESTED_RANGE = { header: 'bytes=4-8', text: ADDRESS_FILE_TEXT.slice(4, 9) }

export const readAddressFile = adminEndpoint('GET /api/admin/address/file', {
  summary: 'A short text for testing the way to the browser: it can be read by `Range`, and sets a cookie with `mark`.',
  query: z.object({
    mark: z
      .string()
      .regex(/^[a-z0-9]{1,32}$/)
      .optional(),
  }),
  answer: z.unknown(),
  file: 'text/plain',
})

/** First line of the events of `testAddress`. The second line, `{}`, comes after SECOND_EVENT_DELAY_MILLISECONDS. */
const firstEventLine = z.object({
  mark: z.string().nullable().describe('The value of the cookie that `readAddressFile` has set.'),
  seesVisitors: z.boolean().describe('Whether TRUST_PROXY and `X-Forwarded-For` fit each other.'),
})

export const testAddress = adminEndpoint('POST /api/admin/address', {
  summary: 'Two JSON lines with a pause between them, for testing the way to the browser.',
  answer: z.unknown(),
  file: PROCESS_EVENTS_TYPE,
})

export const SECOND_EVENT_DELAY_MILLISECONDS = 3000
/** If the second line comes within this time after the first, a proxy has held both back. */
const HELD_BACK_WINDOW_MILLISECONDS = 1000

/**
 * Tests from the page whether the proxies before this server pass cookies, changes, byte ranges and events. Throws like
 * callApi.
 */
export async function testConnection(
  { origin, signal }: Pick<AddressFindings, 'origin'> & { signal: AbortSignal },
  fetchFn: typeof fetch = fetch,
): Promise<AddressFindings> {
  const randomMark = Math.random().toString(36).slice(2)
  const fileResponse = await fetchResponse(readAddressFile, { query: { mark: randomMark }, signal }, fetchFn, {
    range: TESTED_RANGE.header,
  })
  const text = await fileResponse.text()
  const hasRange = fileResponse.status === 206 && text === TESTED_RANGE.text
  const findings = { origin, hasRange, areChangesTaken: true }
  try {
    const { first: firstLine, isHeldBack } = await readEvents(
      await fetchResponse(testAddress, { body: {}, signal }, fetchFn),
    )
    return { ...findings, isHeldBack, hasCookie: firstLine.mark === randomMark, seesVisitors: firstLine.seesVisitors }
  } catch (error) {
    if (!(error instanceof ApiError && ['wrong_origin', 'unknown_host'].includes(error.code ?? ''))) throw error
    return { ...findings, areChangesTaken: false, isHeldBack: false, hasCookie: true, seesVisitors: true }
  }
}

/** Reads the first line, and checks whether the second line came at the same time. */
async function readEvents({ body }: Response) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let text = ''
    for (let isOpen = true; isOpen && !text.includes('\n'); ) {
      const { value = '', done } = await reader.read()
      text += value
      isOpen = !done
    }
    const [line = '', remainingText] = text.split('\n', 2)
    const pause = new Promise<'pause'>((resolve) => setTimeout(resolve, HELD_BACK_WINDOW_MILLISECONDS, 'pause'))
    const secondRead = remainingText === '' ? await Promise.race([reader.read(), pause]) : null
    return {
      first: firstEventLine.parse(jsonIn(line)),
      isHeldBack: secondRead === null || (secondRead !== 'pause' && !secondRead.done),
    }
  } finally {
    await reader.cancel()
  }
}
