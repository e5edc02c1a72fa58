import { isSite, SITE_IDS, type SiteId, siteOf } from './sites/sites.ts'

export type SourceId = 'youtube' | 'media' | 'peertube' | SiteId | 'sample'

/** Sources of videos. `sample` is the built-in video. Apart from link.ts, because the home page must stay small. */
export const SOURCES: readonly SourceId[] = ['youtube', 'media', 'peertube', ...SITE_IDS, 'sample']

/** Name of the site that a source reads, the same in every language; null for media links and the sample. */
export function nameOfSource(source: SourceId): string | null {
  if (source === 'youtube') return 'YouTube'
  if (source === 'peertube') return 'PeerTube'
  return isSite(source) ? siteOf(source).name : null
}

/** Names of the sites that are switched on, besides YouTube, in the order of SOURCES. */
export const namesOfSites = (sources: readonly SourceId[]): string[] =>
  SOURCES.filter((source) => source !== 'youtube' && sources.includes(source)).flatMap(
    (source) => nameOfSource(source) ?? [],
  )
