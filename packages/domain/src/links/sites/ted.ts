import { linkTimes, type Site } from './site.ts'

export const ted: Site = {
  name: 'TED',
  domains: ['ted.com'],
  ytdlpDomains: ['tedcdn.com'],
  extractors: { TedTalk: 'tedtalk' },
  videoOf(link) {
    const { path } = link
    const [kind = '', ...furtherSegments] = path
    const id = furtherSegments.at(-1) ?? ''
    const isTalk = kind === 'talks' && (furtherSegments.length === 1 || furtherSegments[0] === 'lang')
    if (!isTalk || !/^[a-z\d][\w-]{2,200}$/i.test(id)) return null
    return { id, reference: `https://www.ted.com/talks/${id}`, ...linkTimes(link) }
  },
}
