import type { Site } from './site.ts'

const ID_PATTERN = /^[a-z\d]{4,12}$/i

/** Posts whose video Reddit serves itself. */
export const reddit: Site = {
  name: 'Reddit',
  domains: ['reddit.com', 'redd.it'],
  askedDomains: [],
  extractors: { Reddit: 'reddit' },
  videoOf({ host, path }) {
    const at = path.indexOf('comments')
    const place = host === 'redd.it' ? path[0] : at < 0 ? undefined : path[at + 1]
    if (place === undefined || !ID_PATTERN.test(place)) return null
    const id = place.toLowerCase()
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
  // This file has the frames alone. Only the manifests say whether there is audio.
  leftOut: /^fallback$/,
}
