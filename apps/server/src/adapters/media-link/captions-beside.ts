import { MOST_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { parseCaptions } from '@kerf/domain/captions/parse-captions'
import type { Cue } from '@kerf/domain/captions/transcript'
import { SourceReadError } from '../../ports/sources.ts'
import { parseCaptionsApart } from '../captions/parse-apart.ts'
import type { CaptionsBeside } from '../file-tracks.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { captionsAddressOf } from './captions-address.ts'

/** In the order in which they are preferred. */
const ENDINGS = ['vtt', 'srt']
const FILE_ENDING = /\.[a-z0-9]{2,5}$/i
/** Enough for a header and a first cue. */
const LOOKED_AT_BYTES = 4096
const LONGEST_ADDRESS = 8192
const FETCH_MILLISECONDS = 10_000

/** Captions at the same address with another ending, as people put them beside a file: looked for once. Never throws. */
export async function findCaptionsBeside(
  fetcher: GuardedFetcher,
  link: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<CaptionsBeside[]> {
  const found = await Promise.all(
    ENDINGS.map(async (ending) => {
      const url = new URL(link)
      if (!FILE_ENDING.test(url.pathname) || link.length > LONGEST_ADDRESS) return []
      url.pathname = url.pathname.replace(FILE_ENDING, `.${ending}`)
      url.hash = ''
      if (!(await looksLikeCaptions(fetcher, url.href, headers, signal).catch(() => false))) return []
      const name = nameOf(url)
      return [{ id: ending, name, address: captionsAddressOf({ kind: 'file', url: url.href }) }]
    }),
  )
  return found.flat()
}

async function looksLikeCaptions(
  fetcher: GuardedFetcher,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const range = `bytes=0-${LOOKED_AT_BYTES - 1}`
  const response = await fetcher.get(address, {
    headers: { ...headers, range },
    ...{ maxBytes: MOST_CAPTION_BYTES, signal },
  })
  if (response.status !== 200 && response.status !== 206) {
    response.discard()
    return false
  }
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    received += chunk.length
    if (received >= LOOKED_AT_BYTES) break
  }
  return parseCaptions(Buffer.concat(chunks).subarray(0, LOOKED_AT_BYTES).toString('utf8')) !== null
}

function nameOf({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** All cues of a captions file. Throws SourceReadError, or the signal's reason. */
export async function readCaptionsFile(
  fetcher: GuardedFetcher,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Cue[]> {
  const tooLong = AbortSignal.timeout(FETCH_MILLISECONDS)
  try {
    const request = { headers, maxBytes: MOST_CAPTION_BYTES, signal: AbortSignal.any([signal, tooLong]) }
    const response = await fetcher.get(address, request)
    if (response.status !== 200) {
      response.discard()
      throw new SourceReadError('source_failed', `The source answered with status ${response.status}.`)
    }
    const cues = await parseCaptionsApart(await response.bytes(), request.signal)
    if (!cues) throw new SourceReadError('source_failed', 'There are no captions in it.')
    return cues
  } catch (error) {
    signal.throwIfAborted()
    if (tooLong.aborted) throw new SourceReadError('source_timeout', 'The captions take too long.')
    throw error
  }
}
