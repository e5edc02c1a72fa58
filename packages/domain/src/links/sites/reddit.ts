import type { Site } from './site.ts'

const ID_PATTERN = /^[a-z\d]{4,12}$/i

/** Posts whose video Reddit serves itself. */
export const reddit: Site = {
  name: 'Reddit',
  domains: ['reddit.com', 'redd.it'],
  ytdlpDomains: [],
  extractors: { Reddit: 'reddit' },
  videoOf({ host, path }) {
    const segmentIndex = path.indexOf('comments')
    const videoIdSegment = host === 'redd.it' ? path[0] : segmentIndex < 0 ? undefined : path[segmentIndex + 1]
    if (videoIdSegment === undefined || !ID_PATTERN.test(videoIdSegment)) return null
    const id = videoIdSegment.toLowerCase()
    return { id, reference: `https://www.reddit.com/comments/${id}` }
  },
  channelOf({ path: [kind = '', name = '', ...furtherSegments] }) {
    const isChannel = ['r', 'u', 'user'].includes(kind) && furtherSegments.length === 0 && /^[\w-]{2,30}$/.test(name)
    return isChannel ? `${kind === 'r' ? 'r' : 'user'}/${name.toLowerCase()}` : null
  },
  channelLinks: ({ channelId, uploader }) => [
    `https://www.reddit.com/r/${channelId ?? ''}`,
    `https://www.reddit.com/user/${uploader ?? ''}`,
  ],
  // yt-dlp's format `fallback` is video only, also for posts with audio. The manifests list both.
  leftOut: /^fallback$/,
}
