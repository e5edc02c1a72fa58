/** Link of the built-in sample, which can always be processed. */
export const SAMPLE_LINK = 'kerf:sample'

/** Most characters of a link. Limits the work of the parsers. */
export const MAX_LINK_LENGTH = 2048

/** Most characters of a text to search for a link. Texts that apps share along with a link are shorter. */
export const MAX_TEXT_LENGTH = 8000

/** Pattern of the ending of a media file's path. */
export const MEDIA_ENDING = '\\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts|m3u8|m4a|mp3|aac|ogg|oga|opus|wav|flac)'
const TOO_LONG = new RegExp(`\\S{${MAX_LINK_LENGTH + 1}}`)
const PLAUSIBLE = new RegExp(`${SAMPLE_LINK}|tube|tu\\.be|http\\S+${MEDIA_ENDING}(?!\\w)`, 'i')

/**
 * Whether a text may contain a link to a video. A fast check for the home page, which must stay small; the server
 * decides which video it is and whether its source is switched on. `takesAny`: the server takes links of other sites.
 */
export function isPlausibleLink(text: string, takesAny?: boolean): boolean {
  const isBounded = text.length <= MAX_TEXT_LENGTH && !TOO_LONG.test(text)
  return isBounded && ((takesAny && text.includes('.')) || PLAUSIBLE.test(text.normalize('NFKC')))
}
