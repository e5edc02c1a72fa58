import { MAX_TEXT_LENGTH } from './link.ts'

/** Well-known sites of videos that no source serves, and their hosts. */
const SITES: readonly (readonly [name: string, host: string])[] = [
  ['Vimeo', 'vimeo\\.com'],
  ['Twitch', 'twitch\\.tv'],
  ['TikTok', 'tiktok\\.com'],
  ['Dailymotion', 'dailymotion\\.com'],
]

const PATTERNS = SITES.map(([name, host]) => ({
  name,
  // Matches only where a host may be: at the start of a word or behind a scheme, and not as a part of another name.
  pattern: new RegExp(`(?:^|[\\s"'(<]|//)(?:[\\w-]+\\.)*${host}(?![\\w-]|\\.\\w)`, 'i'),
}))

/** Name of the unsupported site that a text links to, such as `Vimeo`; null for all other texts. */
export function otherSiteOf(text: string, enabledSources: readonly string[] = []): string | null {
  const boundedText = text.slice(0, MAX_TEXT_LENGTH)
  const site = PATTERNS.find(({ pattern }) => pattern.test(boundedText))
  return site && !enabledSources.includes(site.name.toLowerCase()) ? site.name : null
}
