import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

/** Ids of videos: for everybody, and one that is being processed. All others are gone. */
export const STREAMABLE = { open: 'dnd1', processing: 'dnd2' }

/** Answers as the interface of Streamable's own page does. */
export function streamableAnswer({ url }: SiteRequest): SiteAnswer | null {
  const [, id] = /^\/videos\/(\w+)$/.exec(url.pathname) ?? []
  if (id === STREAMABLE.processing) return json({ status: 1, title: 'Later', files: {} })
  return id === STREAMABLE.open ? json(video) : null
}

const video = {
  status: 2,
  title: 'Mikel Oiarzabal scores to make it 0-3',
  duration: 4,
  owner: { user_name: 'teabaker' },
  thumbnail_url: '//cdn-cf-east.streamable.com/image/dnd1.jpg',
  files: {
    mp4: {
      url: 'https://cdn-cf-east.streamable.com/video.mp4?Expires=4102444800',
      width: 160,
      height: 96,
      framerate: 25,
    },
  },
}
