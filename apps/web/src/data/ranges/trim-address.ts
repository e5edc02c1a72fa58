import { SAMPLE_LINK } from '@kerf/domain/links/link'

/** Options in a URL besides the times. */
export interface UrlOptions {
  /** The id of an audio track. */
  track?: string | undefined
  /** The id of captions. */
  captions?: string | undefined
  /** `file`, `track`, `burned`, `burned-box`, `burned-yellow`. */
  subtitles?: string | undefined
  /**
   * Phrase of the transcript. The range in which it is said is selected when the video opens. It takes precedence over
   * the times.
   */
  words?: string | undefined
  /** Options that make clips fit: see fit.ts. */
  crop?: string | undefined
  max?: string | undefined
  loudness?: string | undefined
  fade?: string | undefined
  animation?: string | undefined
}

/** Ranges and options of a video as spelt in a URL, not validated yet. */
export interface UrlTrim extends UrlOptions {
  start: string | null
  end: string | null
  /** Several ranges, to be joined: `10-20,1:05-1:12.5`. */
  ranges?: string | undefined
  /** Several ranges, for a clip of each. */
  clips?: string | undefined
}

/** Content of the home page's address. */
export interface ResultAddress {
  /** Id of a video that this viewer, or somebody else, has processed. */
  videoId: string | null
  /** Link of the video, which is processed where this viewer has no such video. */
  link: string | null
  part: UrlTrim
}

/** Spelling of the sample's link in an address. */
export const SAMPLE_WORD = 'sample'

export const OPTION_NAMES = [
  'track',
  'captions',
  'subtitles',
  'words',
  'crop',
  'max',
  'loudness',
  'fade',
  'animation',
] as const

export function readAddress(search: string): ResultAddress {
  const query = new URLSearchParams(search)
  const link = sharedLink(query.getAll('url'))
  return {
    videoId: query.get('v') || null,
    link: link === SAMPLE_WORD ? SAMPLE_LINK : link,
    part: {
      start: query.get('start'),
      end: query.get('end'),
      ...Object.fromEntries(['ranges', 'clips', ...OPTION_NAMES].map((name) => [name, query.get(name) ?? undefined])),
    },
  }
}

/**
 * Apps share a link as text or as a link, often with words around it. The manifest of the web app takes both as
 * `url`.
 */
function sharedLink(values: readonly string[]): string | null {
  const texts = values.map((text) => text.trim()).filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join('\n')
}

/** Path of the home page that opens a link with a trim. */
export function preparedAddress(link: string, part: UrlTrim | undefined): string {
  const query = new URLSearchParams({ url: link })
  for (const [name, value] of Object.entries(part ?? {})) if (value) query.set(name, value)
  return `/?${query}`
}
