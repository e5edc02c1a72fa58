import { linkTimes, type Site } from './site.ts'

const ID_PATTERN = /^\d{1,20}$/
const HASH_PATTERN = /^[\da-f]{8,20}$/
/** Pages that lead to several videos or none, and end in a number. */
const NOT_A_VIDEO = ['event', 'ondemand', 'user']

export const vimeo: Site = {
  name: 'Vimeo',
  domains: ['vimeo.com'],
  ytdlpDomains: ['vimeocdn.com', 'akamaized.net'],
  extractors: { Vimeo: 'vimeo' },
  videoOf(link) {
    const { host, path, query } = link
    const segmentIndex = path.findIndex((segment) => ID_PATTERN.test(segment))
    const [before = '', kind = ''] = path
    const isAlbum = ['album', 'showcase'].includes(before)
    const position = isAlbum && path[2] === 'video' ? 3 : segmentIndex
    const id = path[position]
    if (!['vimeo.com', 'player.vimeo.com'].includes(host) || id === undefined || !ID_PATTERN.test(id)) return null
    if (NOT_A_VIDEO.includes(before) || (isAlbum && position !== 3) || kind === 'review') return null
    const hash = [query.get('h'), path[position + 1]].find((text) => text && HASH_PATTERN.test(text))
    return { id, reference: `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`, ...linkTimes(link) }
  },
  channelOf({ host, path: [name = '', ...furtherSegments] }) {
    return host === 'vimeo.com' && furtherSegments.length === 0 && /^[a-z][\w-]*$/i.test(name)
      ? name.toLowerCase()
      : null
  },
  // The page of a video requires an account, its player does not.
  ytdlpUrl(reference) {
    const [id = '', hash] = new URL(reference).pathname.slice(1).split('/')
    return `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}`
  },
}
