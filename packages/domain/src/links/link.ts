/** Where a video can come from. `sample` is the video that ships with the product. */
export const SOURCES = ['youtube', 'media', 'sample'] as const
export type SourceId = (typeof SOURCES)[number]

/** The link under which the built-in sample can always be processed. */
export const SAMPLE_LINK = 'kerf:sample'

/** Longer than any link a person pastes; bounds what the parsers see. */
export const MAX_LINK_LENGTH = 2048

const MEDIA_FILE = /\.(mp4|m4v|mov|webm|mkv|ts|mts|m2ts|m3u8|m4a|mp3|aac|ogg|oga|opus|wav|flac)$/i

export const isMediaFile = (pathname: string): boolean => MEDIA_FILE.test(pathname)

/**
 * Whether a text could be a link to a video: all that the first page, which has to be small, can tell. What it leads to and
 * which sources are switched on is the server's to know, and to say.
 */
export function isPlausibleLink(text: string): boolean {
  const link = text.trim()
  if (link.length > MAX_LINK_LENGTH) return false
  return (
    link === SAMPLE_LINK ||
    /youtube|youtu\.be/i.test(link) ||
    (URL.canParse(link) && isMediaFile(new URL(link).pathname))
  )
}
