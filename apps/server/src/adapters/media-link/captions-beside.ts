import { MOST_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { parseCaptions } from '@kerf/domain/captions/parse-captions'
import { percentDecoded } from '@kerf/domain/text/plain-text'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { readUpTo } from '../outbound/range-request.ts'
import type { CaptionsBeside } from '../tracks/file-tracks.ts'
import { CAPTIONS_ENDINGS } from '../tracks/read-captions.ts'
import { captionsAddressOf } from './captions-address.ts'

const FILE_ENDING = /\.[a-z0-9]{2,5}$/i
/** Enough for a header and a first cue. */
const LOOKED_AT_BYTES = 4096
const LONGEST_ADDRESS = 8192

/** Captions at the same address with another ending, as people put them beside a file: looked for once. Never throws. */
export async function findCaptionsBeside(
  fetcher: GuardedFetcher,
  link: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<CaptionsBeside[]> {
  const found = await Promise.all(
    CAPTIONS_ENDINGS.map(async (ending) => {
      const url = new URL(link)
      if (!FILE_ENDING.test(url.pathname) || link.length > LONGEST_ADDRESS) return []
      url.pathname = url.pathname.replace(FILE_ENDING, `.${ending}`)
      url.hash = ''
      if (!(await looksLikeCaptions(fetcher, url.href, headers, signal).catch(() => false))) return []
      const name = percentDecoded(url.pathname.split('/').at(-1) ?? '')
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
    maxBytes: MOST_CAPTION_BYTES,
    signal,
  })
  if (response.status !== 200 && response.status !== 206) {
    response.discard()
    return false
  }
  const beginning = await readUpTo(response, LOOKED_AT_BYTES)
  return parseCaptions(Buffer.from(beginning).toString('utf8')) !== null
}
