/** Where a video can come from. `sample` is the video that ships with the product. */
export const SOURCES = ['youtube', 'media', 'sample'] as const
export type SourceId = (typeof SOURCES)[number]

/** What a link of YouTube may lead to that is no single video: a clip of somebody's, a playlist, a channel or any other page. */
export const YOUTUBE_PAGES = ['youtube_clip', 'youtube_playlist', 'youtube_page'] as const
export type YoutubePage = (typeof YOUTUBE_PAGES)[number]

/** The link under which the built-in sample can always be processed. */
export const SAMPLE_LINK = 'kerf:sample'

/** Longer than any link a person pastes; bounds what the parsers see. */
export const MAX_LINK_LENGTH = 2048

/** Bounds the text in which a link is searched for. What apps share along with a link is shorter. */
export const MAX_TEXT_LENGTH = 8000

const MEDIA_ENDING = '\\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts|m3u8|m4a|mp3|aac|ogg|oga|opus|wav|flac)'
const MEDIA_FILE = new RegExp(`${MEDIA_ENDING}$`, 'i')
const TOO_LONG = new RegExp(`\\S{${MAX_LINK_LENGTH + 1}}`)
const PLAUSIBLE = new RegExp(`${SAMPLE_LINK}|tube|tu\\.be|http\\S+${MEDIA_ENDING}(?!\\w)`, 'i')

export const isMediaFile = (pathname: string): boolean => MEDIA_FILE.test(pathname)

/**
 * Whether a text could have a link to a video in it: all that the first page, which has to be small, can tell. What it leads to
 * and which sources are switched on is the server's to know, and to say.
 */
export function isPlausibleLink(text: string): boolean {
  const isBounded = text.length <= MAX_TEXT_LENGTH && !TOO_LONG.test(text)
  return isBounded && PLAUSIBLE.test(text.normalize('NFKC'))
}
