import { type Site, timesOf } from './site.ts'

export const ted: Site = {
  name: 'TED',
  domains: ['ted.com'],
  askedDomains: ['tedcdn.com'],
  extractors: { TedTalk: 'tedtalk' },
  videoOf(link) {
    const { path } = link
    const [kind = '', ...others] = path
    const id = others.at(-1) ?? ''
    const isTalk = kind === 'talks' && (others.length === 1 || others[0] === 'lang')
    if (!isTalk || !/^[a-z\d][\w-]{2,200}$/i.test(id)) return null
    return { id, reference: `https://www.ted.com/talks/${id}`, ...timesOf(link) }
  },
}
