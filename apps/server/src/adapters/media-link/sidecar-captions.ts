import { MAX_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { percentDecoded } from '@kerf/domain/text/plain-text'
import { parseCaptions } from '../captions/parse-captions.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { readUpTo } from '../outbound/range-request.ts'
import { captionsAddressOf } from '../remote-media/captions-address.ts'
import type { SidecarCaptions } from '../tracks/file-tracks.ts'
import { CAPTIONS_ENDINGS } from '../tracks/read-captions.ts'

const FILE_ENDING_PATTERN = /\.[a-z0-9]{2,5}$/i
/** Enough for a header and a first cue. */
const FIRST_BYTES = 4096
const MAX_ADDRESS_LENGTH = 8192

/** Finds captions at the link's own address with another ending: `talk.vtt` beside `talk.mp4`. Never throws. */
export async function findSidecarCaptions(
  fetcher: GuardedFetcher,
  link: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SidecarCaptions[]> {
  const captions = await Promise.all(
    CAPTIONS_ENDINGS.map(async (fileExtension) => {
      const url = new URL(link)
      if (!FILE_ENDING_PATTERN.test(url.pathname) || link.length > MAX_ADDRESS_LENGTH) return []
      url.pathname = url.pathname.replace(FILE_ENDING_PATTERN, `.${fileExtension}`)
      url.hash = ''
      if (!(await looksLikeCaptions(fetcher, url.href, headers, signal).catch(() => false))) return []
      const name = percentDecoded(url.pathname.split('/').at(-1) ?? '')
      return [{ id: fileExtension, name, address: captionsAddressOf({ kind: 'file', url: url.href }) }]
    }),
  )
  return captions.flat()
}

async function looksLikeCaptions(
  fetcher: GuardedFetcher,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const range = `bytes=0-${FIRST_BYTES - 1}`
  const response = await fetcher.get(address, {
    headers: { ...headers, range },
    maxBytes: MAX_CAPTION_BYTES,
    signal,
  })
  if (response.status !== 200 && response.status !== 206) {
    response.discard()
    return false
  }
  const beginning = await readUpTo(response, FIRST_BYTES)
  return parseCaptions(Buffer.from(beginning).toString('utf8')) !== null
}
