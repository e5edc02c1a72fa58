import type { AddressFindings } from '@kerf/domain/health/standing'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'
import { adminEndpoint } from './admin-call.ts'
import { PROCESS_EVENTS_TYPE } from './process-events.ts'
import { ApiError, answerTo } from './protocol/client.ts'

/** The answer to `readAddressFile` without `Range`. */
export const ADDRESS_FILE = 'The proxy passes byte ranges.'
const RANGE = { header: 'bytes=4-8', text: ADDRESS_FILE.slice(4, 9) }

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

/** First line of the events of `testAddress`. The second line, `{}`, comes after ADDRESS_PAUSE_MILLISECONDS. */
const firstLine = z.object({
  mark: z.string().nullable().describe('The value of the cookie that `readAddressFile` has set.'),
  seesVisitors: z.boolean().describe('Whether TRUST_PROXY and `X-Forwarded-For` fit each other.'),
})

export const testAddress = adminEndpoint('POST /api/admin/address', {
  summary: 'Two JSON lines with a pause between them, for testing the way to the browser.',
  answer: z.unknown(),
  file: PROCESS_EVENTS_TYPE,
})

export const ADDRESS_PAUSE_MILLISECONDS = 3000
/** A second line that comes this soon after the first was held back together with it. */
const TOGETHER_MILLISECONDS = 1000

/**
 * Tests from the page whether the way to this server, with the proxies on it, passes cookies, changes, byte ranges and
 * events. Throws like callApi.
 */
export async function tryAddress(
  { origin, signal }: Pick<AddressFindings, 'origin'> & { signal: AbortSignal },
  fetchFn: typeof fetch = fetch,
): Promise<AddressFindings> {
  const mark = Math.random().toString(36).slice(2)
  const file = await answerTo(readAddressFile, { query: { mark }, signal }, fetchFn, { range: RANGE.header })
  const text = await file.text()
  const hasRange = file.status === 206 && text === RANGE.text
  const findings = { origin, hasRange, areChangesTaken: true }
  try {
    const { first, isHeldBack } = await readEvents(await answerTo(testAddress, { body: {}, signal }, fetchFn))
    return { ...findings, isHeldBack, hasCookie: first.mark === mark, seesVisitors: first.seesVisitors }
  } catch (error) {
    if (!(error instanceof ApiError && ['wrong_origin', 'unknown_host'].includes(error.code ?? ''))) throw error
    return { ...findings, areChangesTaken: false, isHeldBack: false, hasCookie: true, seesVisitors: true }
  }
}

/** Reads the first line, and whether the second one has come with it. */
async function readEvents({ body }: Response) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let text = ''
    for (let isOpen = true; isOpen && !text.includes('\n'); ) {
      const { value = '', done } = await reader.read()
      text += value
      isOpen = !done
    }
    const [line = '', rest] = text.split('\n', 2)
    const pause = new Promise<'pause'>((resolve) => setTimeout(resolve, TOGETHER_MILLISECONDS, 'pause'))
    const next = rest === '' ? await Promise.race([reader.read(), pause]) : null
    return { first: firstLine.parse(jsonIn(line)), isHeldBack: next === null || (next !== 'pause' && !next.done) }
  } finally {
    await reader.cancel()
  }
}
