/** Endings of media files. */
const MEDIA_FILE_PATTERN = /\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts|m3u8|m4a|mp3|aac|ogg|oga|opus|wav|flac)$/i

/** Whether a path names a media file. Apart from link.ts, because the home page must stay small. */
export const isMediaFile = (pathname: string): boolean => MEDIA_FILE_PATTERN.test(pathname)
