import { linkTimes, type Site } from './site.ts'

export const streamable: Site = {
  name: 'Streamable',
  domains: ['streamable.com'],
  ytdlpDomains: [],
  extractors: { Streamable: 'streamable' },
  videoOf(link) {
    const { host, path } = link
    const [first = '', second] = path
    const id = ['e', 's', 'o'].includes(first) ? second : first
    if (host !== 'streamable.com' || id === undefined || !/^[a-z\d]{3,10}$/i.test(id) || path.length > 3) return null
    return { id, reference: `https://streamable.com/${id}`, ...linkTimes(link) }
  },
}
