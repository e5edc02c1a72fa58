/** YouTube's thumbnail names and sizes, largest first; those of 4:3 have bars above and below. */
export const THUMBNAILS = [
  { name: 'maxresdefault', width: 1280, height: 720 },
  { name: 'hq720', width: 1280, height: 720 },
  { name: 'sddefault', width: 640, height: 480 },
  { name: 'hqdefault', width: 480, height: 360 },
  { name: 'mqdefault', width: 320, height: 180 },
  { name: 'default', width: 120, height: 90 },
] as const

/** The thumbnails of a video, smallest first, as YouTube's answers list them. */
export function listThumbnails(videoId: string): { url: string; width: number; height: number }[] {
  return THUMBNAILS.map(({ name, width, height }) => ({
    url: `https://i.ytimg.com/vi/${videoId}/${name}.jpg`,
    width,
    height,
  })).reverse()
}
