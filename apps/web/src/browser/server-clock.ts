/** The server's clock minus this computer's, in milliseconds; 0 while both may be right. */
let offsetMs = 0
/** The header has whole seconds. */
const DATE_STEP_MS = 1000

/** Milliseconds since 1970 by the server's clock: a visitor's may be days off. */
export const serverNow = (): number => Date.now() + offsetMs

/** A time that this computer's clock has told. */
export const inServerTime = (ownMs: number): number => ownMs + offsetMs

export const serverDate = (): Date => new Date(serverNow())

/**
 * `fetch`, which learns the server's time from the answer. Answers that may come from a cache say nothing about it. The offset
 * stays while it agrees with what is known of the answer: it came from the server between `sentAt` and now.
 */
export const clockedFetch: typeof fetch = async (...call) => {
  const sentAt = Date.now()
  const response = await fetch(...call)
  learn(response.headers, sentAt, Date.now())
  return response
}

function learn(headers: Headers, sentAt: number, receivedAt: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  const isFresh = /no-store/.test(headers.get('cache-control') ?? '') && !headers.has('age')
  if (!isFresh || Number.isNaN(date)) return
  const least = date - receivedAt
  const most = date + DATE_STEP_MS - sentAt
  const candidates = [0, offsetMs, (least + most) / 2]
  offsetMs = candidates.find((offset) => offset >= least && offset <= most) ?? 0
}
