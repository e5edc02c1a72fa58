import { SAMPLE_LINK } from '@kerf/domain/links/link'

/** What an address asks for beside the times. */
export interface AskedOptions {
  /** The id of an audio track. */
  track?: string | undefined
  /** The id of captions. */
  captions?: string | undefined
  /** `file`, `track`, `burned`, `burned-yellow`. */
  subtitles?: string | undefined
  /** What is said where the video opens; it goes before the times. */
  words?: string | undefined
  /** How clips are made to fit: see fit.ts. */
  crop?: string | undefined
  max?: string | undefined
  loudness?: string | undefined
  fade?: string | undefined
  animation?: string | undefined
}

/** A part of a video as an address spells it, whatever that is. */
export interface AskedPart extends AskedOptions {
  start: string | null
  end: string | null
  /** Several ranges, to be joined: `10-20,1:05-1:12.5`. */
  ranges?: string | undefined
  /** The same for a clip of each. */
  clips?: string | undefined
}

/** What the home page's address asks for. */
export interface ResultAddress {
  /** A video that this viewer, or somebody else, has processed. */
  videoId: string | null
  /** The link behind it: what is processed where there is no such video. */
  link: string | null
  asked: AskedPart
}

/** How the sample's link is written in an address. */
export const SAMPLE_WORD = 'sample'

export const OPTION_NAMES = [
  ...(['track', 'captions', 'subtitles', 'words'] as const),
  ...(['crop', 'max', 'loudness', 'fade', 'animation'] as const),
]

export function readAddress(search: string): ResultAddress {
  const query = new URLSearchParams(search)
  const link = sharedLink(query.getAll('url'))
  return {
    videoId: query.get('v') || null,
    link: link === SAMPLE_WORD ? SAMPLE_LINK : link,
    asked: {
      start: query.get('start'),
      end: query.get('end'),
      ...Object.fromEntries(['ranges', 'clips', ...OPTION_NAMES].map((name) => [name, query.get(name) ?? undefined])),
    },
  }
}

/** Apps that share a link put it into the text or beside it, and often words around it: the manifest takes both as `url`. */
function sharedLink(offered: readonly string[]): string | null {
  const texts = offered.map((text) => text.trim()).filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join('\n')
}
