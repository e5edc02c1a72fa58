/** Sources of videos. `sample` is the built-in video. */
export const SOURCES = ['youtube', 'media', 'sample'] as const
export type SourceId = (typeof SOURCES)[number]

/** Pages of YouTube that are not a single video: a user's clip, a playlist, a channel or any other page. */
export const YOUTUBE_PAGES = ['youtube_clip', 'youtube_playlist', 'youtube_page'] as const
export type YoutubePage = (typeof YOUTUBE_PAGES)[number]

/** Link of the built-in sample, which can always be processed. */
export const SAMPLE_LINK = 'kerf:sample'

/** Most characters of a link. Limits the work of the parsers. */
export const MAX_LINK_LENGTH = 2048

/** Most characters of a text to search for a link. Texts that apps share along with a link are shorter. */
export const MAX_TEXT_LENGTH = 8000

const MEDIA_ENDING = '\\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts|m3u8|m4a|mp3|aac|ogg|oga|opus|wav|flac)'
const MEDIA_FILE = new RegExp(`${MEDIA_ENDING}$`, 'i')
const TOO_LONG = new RegExp(`\\S{${MAX_LINK_LENGTH + 1}}`)
const PLAUSIBLE = new RegExp(`${SAMPLE_LINK}|tube|tu\\.be|http\\S+${MEDIA_ENDING}(?!\\w)`, 'i')

export const isMediaFile = (pathname: string): boolean => MEDIA_FILE.test(pathname)

/**
 * Whether a text may contain a link to a video. A fast check for the home page, which must stay small; the server
 * decides which video it is and whether its source is switched on.
 */
export function isPlausibleLink(text: string): boolean {
  const isBounded = text.length <= MAX_TEXT_LENGTH && !TOO_LONG.test(text)
  return isBounded && PLAUSIBLE.test(text.normalize('NFKC'))
}
