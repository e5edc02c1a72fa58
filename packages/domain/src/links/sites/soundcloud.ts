import { linkTimes, type Site } from './site.ts'

const NAME_PATTERN = /^[\w-]{1,255}$/
const TOKEN_PATTERN = /^s-\w{1,40}$/
/** Pages of a person that are no tracks. */
const LISTS = 'tracks albums sets reposts likes spotlight comments popular-tracks followers following'.split(' ')
const NOT_A_PERSON = 'stations discover charts search you pages stream upload'.split(' ')

/** Audio tracks. A track for subscribers has a 30-second preview, which is refused. */
export const soundcloud: Site = {
  name: 'SoundCloud',
  domains: ['soundcloud.com'],
  ytdlpDomains: ['sndcdn.com'],
  extractors: { Soundcloud: 'soundcloud' },
  videoOf(link) {
    const { host, path } = link
    const [person = '', track = '', token = '', ...furtherSegments] = path
    if (!['soundcloud.com', 'm.soundcloud.com'].includes(host) || furtherSegments.length > 0) return null
    if (
      !NAME_PATTERN.test(person) ||
      !NAME_PATTERN.test(track) ||
      LISTS.includes(track) ||
      NOT_A_PERSON.includes(person)
    )
      return null
    if (token !== '' && !TOKEN_PATTERN.test(token)) return null
    const id = `${person}/${track}`.toLowerCase()
    return { id, reference: `https://soundcloud.com/${id}${token ? `/${token}` : ''}`, ...linkTimes(link) }
  },
  channelOf({ host, path: [person = '', ...furtherSegments] }) {
    return host === 'soundcloud.com' && furtherSegments.length === 0 && NAME_PATTERN.test(person)
      ? person.toLowerCase()
      : null
  },
  onlyPreview: /_preview$/,
}
