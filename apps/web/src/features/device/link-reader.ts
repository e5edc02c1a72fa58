import { LinkError } from './link-error.ts'

/** A file behind a link, of which ranges are read. */
export interface LinkedFile {
  sizeBytes: number
  /** Resolves to exactly the bytes [start, end). Rejects with a LinkError, or with the reason of the signal. */
  read: (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
}

interface LinkOptions {
  signal: AbortSignal
  /** Whether the policy of the page has stopped a request, because a redirect led to another origin. */
  wasStopped: () => boolean
  fetch?: typeof globalThis.fetch
  stallMilliseconds?: number
  retryMilliseconds?: number
}

/** Size of the first request, whose bytes are read again while the file is opened. */
const HEAD_BYTES = 64 * 1024
/** Reads that are kept, because each plan and the cut read the same places again. */
const MAX_KEPT_READS = 32
const MAX_KEPT_READ_BYTES = 256 * 1024
const MAX_ATTEMPTS = 3
/** Wait before the second attempt. The wait before the third is twice as long. */
const RETRY_MILLISECONDS = 700
/** Longest silence of a server. */
const STALL_MILLISECONDS = 20_000
const TEMPORARY_STATUSES: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/**
 * Nothing about the visitor is sent. Browsers send `Range` without a preflight, unlike `If-Range`, so versions are
 * compared here. Chromium's cache mixes up the ranges of a file, so it is not used.
 */
const REQUEST = {
  mode: 'cors',
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'follow',
  referrerPolicy: 'no-referrer',
} as const

/** Opens a media link and reads its first bytes. Rejects with a LinkError, or with the reason of the signal. */
export async function openLink(address: string, options: LinkOptions): Promise<LinkedFile> {
  const { wasStopped, stallMilliseconds = STALL_MILLISECONDS, retryMilliseconds = RETRY_MILLISECONDS } = options
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)

  /** Sends one request and gives its answer to `use`. The request ends after that, and after a silence. */
  async function exchange<T>(
    range: string,
    signal: AbortSignal,
    use: (response: Response, awaitMore: () => void) => Promise<T>,
  ): Promise<T> {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const awaitMore = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => end.abort(), stallMilliseconds)
    }
    awaitMore()
    try {
      const init = { ...REQUEST, headers: { range }, signal: AbortSignal.any([signal, end.signal]) }
      return await use(await send(address, init), awaitMore)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof LinkError) throw error
      const code = globalThis.navigator?.onLine === false ? 'link_offline' : 'link_interrupted'
      throw new LinkError(code, 'The request failed.', { cause: error })
    } finally {
      clearTimeout(timer)
      end.abort()
    }
  }

  /** Finds out why the first request failed. Browsers do not tell, so another one asks for no more than an answer. */
  async function diagnose(error: unknown): Promise<unknown> {
    const hasFailed = error instanceof LinkError && error.code === 'link_interrupted' && error.cause !== undefined
    if (!hasFailed) return error
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(stallMilliseconds)])
    const hasAnswered = await send(address, { ...REQUEST, method: 'HEAD', mode: 'no-cors', signal }).then(
      () => true,
      () => false,
    )
    const code = wasStopped() ? 'link_redirected' : hasAnswered ? 'link_closed' : 'link_unreachable'
    return new LinkError(code, 'The link cannot be read.', { cause: error })
  }

  const first = await exchange(`bytes=0-${HEAD_BYTES - 1}`, options.signal, readFirst).catch(async (error: unknown) => {
    throw await diagnose(error)
  })
  const sizeBytes = first.sizeBytes ?? (await exchange('bytes=0-', options.signal, readLength))

  const keptReads = new Map<string, Uint8Array<ArrayBuffer>>()
  function keep(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length > MAX_KEPT_READ_BYTES) return
    keptReads.set(key, bytes.slice())
    if (keptReads.size > MAX_KEPT_READS) keptReads.delete(keptReads.keys().next().value!)
  }

  return {
    sizeBytes,
    async read(start, end, signal) {
      if (end <= first.bytes.length) return first.bytes.slice(start, end)
      const key = `${start}-${end}`
      const keptBytes = keptReads.get(key)
      if (keptBytes) return keptBytes.slice()
      const bytes = new Uint8Array(end - start)
      let filled = 0
      for (let attempt = 1; ; attempt += 1) {
        const from = start + filled
        try {
          await exchange(`bytes=${from}-${end - 1}`, signal, async (response, awaitMore) => {
            requireSameFile(response, from, { ...first, sizeBytes })
            for await (const chunk of chunksOf(response)) {
              awaitMore()
              if (chunk.length > bytes.length - filled) throw new LinkError('link_interrupted', 'Too many bytes came.')
              bytes.set(chunk, filled)
              filled += chunk.length
            }
          })
          if (filled === bytes.length) {
            keep(key, bytes)
            return bytes
          }
          throw new LinkError('link_interrupted', 'The answer ended early.')
        } catch (error) {
          if (wasStopped()) throw new LinkError('link_redirected', 'The link leads elsewhere.', { cause: error })
          const isRetried = error instanceof LinkError && ['link_offline', 'link_interrupted'].includes(error.code)
          if (!isRetried || attempt === MAX_ATTEMPTS) throw error
        }
        await delay(attempt * retryMilliseconds, signal)
      }
    },
  }
}

/** Facts by which a changed file is noticed; null for headers that the server does not show to pages. */
interface Version {
  sizeBytes: number | null
  etag: string | null
  modified: string | null
}

const versionOf = ({ headers }: Response): Version => ({
  sizeBytes: rangeOf(headers)?.sizeBytes ?? null,
  etag: headers.get('etag'),
  modified: headers.get('last-modified'),
})

/** Range of an answer, `bytes 0-65535/1048576`; null where the server does not show it. */
function rangeOf(headers: Headers): { start: number; sizeBytes: number } | null {
  const match = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/i.exec(headers.get('content-range') ?? '')
  return match && { start: Number(match[1]), sizeBytes: Number(match[2]) }
}

async function readFirst(
  response: Response,
  awaitMore: () => void,
): Promise<Version & { bytes: Uint8Array<ArrayBuffer> }> {
  if (response.status === 200) throw new LinkError('link_whole', 'The server ignores ranges.')
  requirePart(response)
  const bytes = new Uint8Array(HEAD_BYTES)
  let filled = 0
  for await (const chunk of chunksOf(response)) {
    awaitMore()
    if (chunk.length > bytes.length - filled) throw new LinkError('link_whole', 'The server sends more than a range.')
    bytes.set(chunk, filled)
    filled += chunk.length
  }
  const version = versionOf(response)
  const sizeBytes = version.sizeBytes ?? (filled < HEAD_BYTES ? filled : null)
  return { ...version, sizeBytes, bytes: bytes.subarray(0, filled) }
}

/** Size of the file where the server shows pages no range: the length of an answer with all of it, which is not read. */
async function readLength(response: Response): Promise<number> {
  requirePart(response)
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (!Number.isSafeInteger(length)) throw new LinkError('link_whole', 'The server shows no size.')
  return length
}

function requirePart({ status }: Response): void {
  if (status === 206) return
  // Some networks of caches answer a range with the whole file now and then.
  if (status === 200 || TEMPORARY_STATUSES.includes(status))
    throw new LinkError('link_interrupted', `The server answered with status ${status}.`)
  throw new LinkError(status === 416 ? 'link_changed' : 'link_refused', `The server answered with status ${status}.`)
}

function requireSameFile(response: Response, start: number, opened: Version): void {
  requirePart(response)
  const version = versionOf(response)
  const hasChanged = (['sizeBytes', 'etag', 'modified'] as const).some(
    (fact) => version[fact] !== null && opened[fact] !== null && version[fact] !== opened[fact],
  )
  if (hasChanged || (rangeOf(response.headers)?.start ?? start) !== start)
    throw new LinkError('link_changed', 'The file is not the one that was opened.')
}

/** Chunks of an answer. Safari cannot iterate over its stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
