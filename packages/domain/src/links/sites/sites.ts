import { archive } from './archive.ts'
import { bluesky } from './bluesky.ts'
import { dailymotion } from './dailymotion.ts'
import { reddit } from './reddit.ts'
import { isOnDomain, parseSiteLink, type Site, type SiteVideo } from './site.ts'
import { soundcloud } from './soundcloud.ts'
import { streamable } from './streamable.ts'
import { ted } from './ted.ts'
import { twitch } from './twitch.ts'
import { vimeo } from './vimeo.ts'
import { x } from './x.ts'

/** All sites that yt-dlp reads here, by source. */
export const SITES = {
  twitch,
  vimeo,
  dailymotion,
  soundcloud,
  archive,
  bluesky,
  reddit,
  streamable,
  ted,
  x,
} as const satisfies Readonly<Record<string, Site>>
export type SiteId = keyof typeof SITES
export const SITE_IDS = Object.keys(SITES) as SiteId[]

export const isSite = (source: string): source is SiteId => Object.hasOwn(SITES, source)

export const siteOf = (source: SiteId): Site => SITES[source]

/** The site whose domain a host is on; null for other hosts. */
export function siteOfHost(host: string): SiteId | null {
  return SITE_IDS.find((id) => SITES[id].domains.some((domain) => isOnDomain(host, domain))) ?? null
}

/** Whether the extractors of a site may reach a host. */
export function mayAsk(source: string, host: string): boolean {
  if (!isSite(source)) return false
  const { domains, ytdlpDomains } = siteOf(source)
  return [...domains, ...ytdlpDomains].some((domain) => isOnDomain(host, domain))
}

/** Reads a link to a video of a site; null for other links. */
export function parseSiteVideo(text: string): { source: SiteId; video: SiteVideo } | null {
  const link = parseSiteLink(text)
  const source = link && siteOfHost(link.host)
  const video = source && siteOf(source).videoOf(link)
  return source && video ? { source, video } : null
}

/** Reads a link to a channel of a site: `twitch:name`. null for other links. */
export function parseSiteChannel(text: string): string | null {
  const link = parseSiteLink(text)
  const source = link && siteOfHost(link.host)
  const channel = source && siteOf(source).channelOf?.(link)
  return source && channel ? `${source}:${channel}` : null
}
