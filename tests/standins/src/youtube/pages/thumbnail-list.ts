import { THUMBNAILS } from '../media/thumbnails.ts'

export interface ThumbnailLink {
  url: string
  width: number
  height: number
}

/** The thumbnails of a video, smallest first, as YouTube's answers list them. */
export function listThumbnails(videoId: string): ThumbnailLink[] {
  return THUMBNAILS.map(({ name, width, height }) => ({
    url: `https://i.ytimg.com/vi/${videoId}/${name}.jpg`,
    width,
    height,
  })).reverse()
}
