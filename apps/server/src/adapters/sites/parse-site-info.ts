import { captionsChoices, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import { tidyChapters } from '@kerf/domain/captions/chapters'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import type { Site } from '@kerf/domain/links/sites/site'
import { parseSiteChannel } from '@kerf/domain/links/sites/sites'
import { beginningOf, percentDecoded, plainLine } from '@kerf/domain/text/plain-text'
import { z } from 'zod'
import type { LocatedCaptions, ResolvedVideo } from '../../ports/sources.ts'
import { captionsAddressOf } from '../remote-media/captions-address.ts'
import type { MediaOffer, OfferedFile, OfferedMediaPlaylist } from '../remote-media/describe-offer.ts'
import type { Blame, StepRefusal } from '../resolver-step.ts'
import { dateOf, type InfoCaptions, type InfoFormat, type VideoInfo, videoInfo } from '../ytdlp/answers/video-info.ts'

const MAX_TITLE_LENGTH = 500
const MAX_CHANNEL_LENGTH = 200
const MAX_CAUSE_LENGTH = 500
const ADULT_YEARS = 18
/** Lifetime of addresses that do not contain a time of expiry. */
const DEFAULT_URL_TTL_MILLISECONDS = 60 * 60_000

/** Fields that say which extractor answered, and for how many videos. */
const subject = z.object({
  _type: z.string().nullish().catch(null),
  extractor_key: z.string().nullish().catch(null),
  entries: z.array(z.unknown()).nullish().catch(null),
  playlist_count: z.number().nullish().catch(null),
})

/** A site's video, before its media are opened. */
export interface SiteAnswer {
  facts: Pick<ResolvedVideo, 'title' | 'channel' | 'channelIds' | 'views' | 'publishedAt' | 'chapters'>
  durationSeconds: number | null
  thumbnailAddress: string | null
  captions: LocatedCaptions[]
  addressesExpireAt: string
  offer: MediaOffer
}

/** Reads yt-dlp's answer about a video of a site. */
export function parseSiteInfo(answer: unknown, site: Site, now: Date): { ok: true; answer: SiteAnswer } | StepRefusal {
  const refusal = (code: ErrorCode, blamedParty: Blame, cause: string, reason?: RefusalReason): StepRefusal => ({
    ok: false,
    code,
    blame: blamedParty,
    cause: beginningOf(cause, MAX_CAUSE_LENGTH),
    ...(reason && { trouble: { reason, about: site.name } }),
  })
  const subjectFacts = subject.safeParse(answer).data
  const entries = subjectFacts?.entries ?? []
  const [entry] = entries
  // yt-dlp is limited to the first entry, and says how many there are.
  const count = Math.max(entries.length, subjectFacts?.playlist_count ?? 0)
  if (count > 1) return refusal('invalid_link', 'video', `yt-dlp found ${count} videos.`, 'several_videos')
  if (entry !== undefined)
    return parseSiteInfo({ extractor_key: subjectFacts?.extractor_key, ...asRecord(entry) }, site, now)
  if (subjectFacts?._type === 'playlist') return refusal('not_media', 'video', 'yt-dlp found no video.')
  if (!subjectFacts?.extractor_key || !Object.hasOwn(site.extractors, subjectFacts.extractor_key))
    return refusal('source_failed', 'step', `An extractor answered that may not: ${subjectFacts?.extractor_key}.`)
  const parsedInfo = videoInfo.safeParse(answer)
  if (!parsedInfo.success)
    return refusal('source_failed', 'step', `yt-dlp's answer is of another form: ${parsedInfo.error.message}`)
  const info = parsedInfo.data
  const { live_status: status } = info
  const isLive = info.is_live || status === 'is_live'
  if (status === 'is_upcoming') return refusal('video_upcoming', 'video', 'yt-dlp says that it has not begun.')
  if (status === 'post_live') return refusal('video_ended', 'video', 'yt-dlp says that its recording is not there yet.')
  if ((info.age_limit ?? 0) >= ADULT_YEARS)
    return refusal(
      'video_age_restricted',
      'video',
      `yt-dlp says that it is for ages of ${info.age_limit} and up.`,
      'adults',
    )
  const offeredFormats = info.formats.filter(({ format_id, has_drm }) => !has_drm && !site.leftOut?.test(format_id))
  const wholeFormats = offeredFormats.filter(({ format_id }) => !site.onlyPreview?.test(format_id))
  if (offeredFormats.length > 0 && wholeFormats.length === 0)
    return refusal('video_paid', 'video', 'The site offers only a beginning.', 'only_preview')
  if (info.formats.length > 0 && info.formats.every(({ has_drm }) => has_drm))
    return refusal('video_blocked', 'video', 'All formats have DRM.', 'drm')
  if (info.formats.length > 0 && offeredFormats.length === 0)
    return refusal('video_blocked', 'step', 'The site names only formats that are left out.', 'site_refuses')
  const offer = isLive ? { ...offerOf(wholeFormats), files: [] } : offerOf(wholeFormats)
  if (isLive && offer.playlists.length === 0)
    return refusal('video_live', 'video', 'yt-dlp says that it is live, and names no playlist.')
  if (offer.files.length === 0 && offer.playlists.length === 0)
    return refusal('unsupported_media', 'video', `None of the ${info.formats.length} formats can be read.`)
  return { ok: true, answer: siteAnswerOf(info, offer, site, now) }
}

const asRecord = (entry: unknown): object => (typeof entry === 'object' && entry !== null ? entry : {})

function siteAnswerOf(info: VideoInfo, offer: MediaOffer, site: Site, now: Date): SiteAnswer {
  const durationSeconds = info.duration ?? null
  const expiry = expiryOf([...offer.files, ...offer.playlists].map(({ address }) => address))
  const usualExpiry = new Date(now.getTime() + DEFAULT_URL_TTL_MILLISECONDS).toISOString()
  return {
    facts: {
      title: plainLine(info.title ?? '', MAX_TITLE_LENGTH) || info.id,
      channel: plainLine(info.channel ?? info.uploader ?? '', MAX_CHANNEL_LENGTH) || null,
      channelIds: channelIdsOf(info, site),
      views: info.view_count ?? null,
      publishedAt: dateOf(info.upload_date),
      chapters: durationSeconds === null ? [] : chaptersOf(info, durationSeconds),
    },
    durationSeconds,
    thumbnailAddress: thumbnailAddressOf(info),
    captions: site.hasNoCaptions ? [] : captionsOf(info),
    addressesExpireAt: expiry !== null && expiry < usualExpiry ? expiry : usualExpiry,
    offer,
  }
}

/** Addresses count as expired this long before their own time, so that a cut that starts now can end. */
const EXPIRY_MARGIN_MILLISECONDS = 5 * 60_000
/** A time in an address: `expires=1767225600`, `/exp=1767225600~`, `"expires":1767225600`. */
const EXPIRY_PATTERN = /(?:expires?|exp)"?[=:/](\d{10})(?!\d)/gi

/** The earliest time in the addresses less a margin, as ISO 8601; null if none names one. */
function expiryOf(addresses: readonly string[]): string | null {
  const times = addresses.flatMap((address) =>
    [...percentDecoded(address).matchAll(EXPIRY_PATTERN)].map(([, seconds]) => Number(seconds) * 1000),
  )
  return times.length === 0 ? null : new Date(Math.min(...times) - EXPIRY_MARGIN_MILLISECONDS).toISOString()
}

const DIRECT = ['http', 'https']
const SEGMENTED = ['m3u8', 'm3u8_native']

/** Files by size, and playlists by height. Segments of DASH, RTMP and others are left out. */
function offerOf(formats: readonly InfoFormat[]): MediaOffer {
  const files = formats.flatMap((format): OfferedFile[] => {
    const { url, protocol } = format
    if (!url || !DIRECT.includes(protocol ?? '') || !isWebAddress(url)) return []
    const codecs = { videoCodec: codecOf(format.vcodec), audioCodec: codecOf(format.acodec) }
    if (codecs.videoCodec === null && codecs.audioCodec === null) return []
    return [
      {
        id: format.format_id,
        address: url,
        headers: format.http_headers ?? {},
        ...codecs,
        width: format.width ?? null,
        height: format.height ?? null,
        frameRate: format.fps ?? null,
        bitrate: format.tbr ? Math.round(format.tbr * 1000) : null,
      },
    ]
  })
  const playlists = new Map<string, OfferedMediaPlaylist & { bitrate: number }>()
  for (const { url, manifest_url, protocol, http_headers, height, tbr } of formats) {
    const address = manifest_url || url
    if (!address || !SEGMENTED.includes(protocol ?? '') || !isWebAddress(address)) continue
    const knownPlaylist = playlists.get(address)
    playlists.set(address, {
      address,
      headers: http_headers ?? {},
      height: Math.max(height ?? 0, knownPlaylist?.height ?? 0) || null,
      bitrate: Math.max(tbr ?? 0, knownPlaylist?.bitrate ?? 0),
    })
  }
  return {
    files: files.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0)),
    playlists: [...playlists.values()].toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0) || b.bitrate - a.bitrate),
  }
}

const codecOf = (codec: string | null | undefined): string | null | undefined =>
  codec === 'none' ? null : (codec ?? undefined)

const isWebAddress = (address: string): boolean => ['http:', 'https:'].includes(URL.parse(address)?.protocol ?? '')

/** The channels that an answer names by links, or by names from which the site makes links. */
function channelIdsOf(
  { channel_url, uploader_url, channel, channel_id, uploader, uploader_id }: VideoInfo,
  site: Site,
) {
  const names = { channel, channelId: channel_id, uploader, uploaderId: uploader_id }
  const links = [channel_url, uploader_url, ...(site.channelLinks?.(names) ?? [])]
  const ids = links.map((url) => (url ? parseSiteChannel(url) : null))
  return [...new Set(ids.filter((id) => id !== null))]
}

function chaptersOf({ chapters }: VideoInfo, durationSeconds: number) {
  const claimedChapters = chapters.map(({ title, start_time: startTime, end_time: endTime }) => ({
    title: title ?? '',
    startTime,
    endTime: endTime ?? null,
  }))
  return tidyChapters(claimedChapters, durationSeconds)
}

/** Endings of captions files that can be read, preferred first. */
const READABLE = ['vtt', 'srt', 'ttml']

function captionsOf({ subtitles, automatic_captions, language }: VideoInfo): LocatedCaptions[] {
  const providedCaptions = subtitles.flatMap((entry) => locateCaptions(entry, false))
  const automatic = automatic_captions.flatMap((entry) => locateCaptions(entry, true))
  return captionsChoices([...providedCaptions, ...automatic], language ?? null)
}

function locateCaptions({ key, files }: InfoCaptions[number], isAutomatic: boolean) {
  const file = READABLE.map((form) => files.find(({ ext, url }) => ext === form && isCaptionsFile(url))).find(Boolean)
  if (!file) return []
  const address = captionsAddressOf({ kind: 'file', url: file.url })
  return [{ language: tidyLanguage(key), name: file.name ?? null, isAutomatic, address }]
}

const isCaptionsFile = (address: string): boolean =>
  isWebAddress(address) && !/\.m3u8$/i.test(new URL(address).pathname)

const MAX_THUMBNAIL_WIDTH = 1280

/** The widest image up to 1280 pixels, else the image that yt-dlp prefers. */
function thumbnailAddressOf({ thumbnail, thumbnails }: VideoInfo): string | null {
  const sizedThumbnails = thumbnails
    .filter(({ url, width }) => isImageAddress(url) && width && width <= MAX_THUMBNAIL_WIDTH)
    .toSorted((a, b) => b.width! - a.width!)
  const preferred = URL.parse(thumbnail ?? '')?.href
  return [sizedThumbnails[0]?.url, preferred, thumbnails.at(-1)?.url].find((url) => url && isImageAddress(url)) ?? null
}

const isImageAddress = (address: string): boolean => URL.parse(address)?.protocol === 'https:'
