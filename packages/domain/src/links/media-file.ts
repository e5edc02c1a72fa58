import { MEDIA_ENDING } from './link.ts'

const MEDIA_FILE = new RegExp(`${MEDIA_ENDING}$`, 'i')

/** Whether a path names a media file. Apart from link.ts, because the home page must stay small. */
export const isMediaFile = (pathname: string): boolean => MEDIA_FILE.test(pathname)
