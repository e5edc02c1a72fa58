/** The server's clock minus this computer's, in milliseconds; 0 while the two may agree. */
let offsetMs = 0
/** The `Date` header has whole seconds. */
const DATE_RESOLUTION_MILLISECONDS = 1000

/** Time of the server's clock in milliseconds since 1970. A visitor's clock may be days off. */
export const serverNow = (): number => Date.now() + offsetMs

/** Converts a time of this computer's clock to the server's clock, both in milliseconds since 1970. */
export const inServerTime = (localMs: number): number => localMs + offsetMs

export const serverDate = (): Date => new Date(serverNow())

/**
 * `fetch` that learns the server's time from the answer's `Date` header, and ignores answers that may come from a
 * cache. The offset stays while it agrees with the header: the server answered between `sentAt` and now.
 */
export const clockedFetch: typeof fetch = async (...call) => {
  const sentAt = Date.now()
  const response = await fetch(...call)
  learnOffset(response.headers, sentAt, Date.now())
  return response
}

function learnOffset(headers: Headers, sentAt: number, receivedAt: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  const isFresh = /no-store/.test(headers.get('cache-control') ?? '') && !headers.has('age')
  if (!isFresh || Number.isNaN(date)) return
  const minOffset = date - receivedAt
  const maxOffset = date + DATE_RESOLUTION_MILLISECONDS - sentAt
  const candidates = [0, offsetMs, (minOffset + maxOffset) / 2]
  offsetMs = candidates.find((offset) => offset >= minOffset && offset <= maxOffset) ?? 0
}
