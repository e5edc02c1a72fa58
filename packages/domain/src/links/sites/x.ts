import type { Site } from './site.ts'

const HOSTS = ['x.com', 'twitter.com', 'mobile.x.com', 'm.x.com', 'mobile.twitter.com', 'm.twitter.com']
const ID_PATTERN = /^\d{1,20}$/

/** Posts. If a post has several videos, the link names one of them: `/video/2`. */
export const x: Site = {
  name: 'X',
  domains: ['x.com', 'twitter.com'],
  ytdlpDomains: ['twimg.com'],
  extractors: { Twitter: 'twitter' },
  videoOf({ host, path }) {
    const segmentIndex = path.findIndex((segment) => segment === 'status' || segment === 'statuses')
    const id = path[segmentIndex + 1] ?? ''
    if (!HOSTS.includes(host) || segmentIndex < 0 || segmentIndex > 2 || !ID_PATTERN.test(id)) return null
    const [, , number = ''] = path.slice(segmentIndex + 1)
    const video = path[segmentIndex + 2] === 'video' && /^[1-9]$/.test(number) ? `/video/${number}` : ''
    return { id: id + video, reference: `https://x.com/i/status/${id}${video}` }
  },
  channelOf({ host, path: [name = '', ...furtherSegments] }) {
    return HOSTS.includes(host) && furtherSegments.length === 0 && /^\w{1,20}$/.test(name) ? name.toLowerCase() : null
  },
  // Older versions of yt-dlp know only twitter.com.
  ytdlpUrl: (reference) => reference.replace('https://x.com/', 'https://twitter.com/'),
}
