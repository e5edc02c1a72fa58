import { tidyChapters } from '@kerf/domain/captions/chapters'
import type { Chapter } from '@kerf/domain/captions/transcript'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { HeatStep } from '@kerf/domain/marks/mark'
import { tidyHeat } from '@kerf/domain/marks/tidy-marks'
import { channelKey, channelOfLink } from '@kerf/domain/moderation/blocking'
import { beginningOf, plainLine } from '@kerf/domain/text/plain-text'
import type { LocatedFilmstrip, LocatedRendition } from '../../../ports/sources.ts'
import { isYoutubeImageHost, isYoutubeServiceHost } from '../../outbound/youtube-hosts.ts'
import type { Blame, DescribedInfo, StepAnswer, StepRefusal } from '../../resolver-step.ts'
import { dateOf, type InfoFormat, type VideoInfo, videoInfo } from '../../ytdlp/answers/video-info.ts'
import { withAudioTracks } from './audio-tracks.ts'
import { captionsOf } from './captions-of-info.ts'

/** Addresses count as expired this long before YouTube's own time, so that a cut that starts now can end. */
const EXPIRY_MARGIN_MILLISECONDS = 5 * 60 * 1000
const MAX_TITLE_LENGTH = 500
const MAX_CHANNEL_LENGTH = 200
const MIN_SECONDS = 0.01
const MAX_SECONDS = 90 * 24 * 3600
const MAX_SHOWN_ID_LENGTH = 100
const MAX_CAUSE_LENGTH = 500

/** Reads a step's answer about the requested video. `step` is the step's name in messages. */
export function parseVideoInfo(answer: unknown, videoId: string, step: string): StepAnswer {
  const refusal = (code: ErrorCode, blamedParty: Blame, cause: string): StepRefusal => ({
    ok: false,
    code,
    blame: blamedParty,
    cause: beginningOf(cause, MAX_CAUSE_LENGTH),
  })
  const parsedInfo = videoInfo.safeParse(answer)
  if (!parsedInfo.success)
    return refusal('source_failed', 'step', `${step}'s answer is of another form: ${parsedInfo.error.message}`)
  const info = parsedInfo.data
  if (info.id !== videoId)
    return refusal('source_failed', 'step', `${step} answered for ${plainLine(info.id, MAX_SHOWN_ID_LENGTH)}.`)
  // Some clients serve age-restricted videos for which others require an account.
  if ((info.age_limit ?? 0) >= ADULT_YEARS)
    return refusal('video_age_restricted', 'video', `${step} says that it is for ages of ${info.age_limit} and up.`)
  const manifest = info.formats
    .map(({ manifest_url }) => manifest_url)
    .find((address) => address && isYoutubeAddress(address))
  const liveCode = codeWhileUnfinished(info)
  if (liveCode) {
    const cause = `${step} says that it is live: ${info.live_status ?? info.is_live}.`
    const isOffered = liveCode === 'video_live' && manifest
    return {
      ...refusal(liveCode, 'video', cause),
      ...(isOffered ? { playlist: { address: manifest, info: describeLive(info, manifest) } } : {}),
    }
  }
  const { duration } = info
  const hasDuration = !!duration && duration >= MIN_SECONDS && duration <= MAX_SECONDS
  const { renditions, audioTracks } = withAudioTracks(renditionsOf(info.formats), info.formats)
  if (renditions.length === 0) {
    return {
      ...refusal('video_blocked', 'step', `None of the ${info.formats.length} formats that ${step} found can be used.`),
      ...(manifest && hasDuration
        ? { playlist: { address: manifest, info: describeInfo(info, duration, [manifest]) } }
        : {}),
    }
  }
  if (!hasDuration) return refusal('source_failed', 'step', `${step} found no duration.`)
  const addresses = renditions.map(({ address }) => address)
  const video = { ...describeInfo(info, duration, addresses), durationSeconds: duration, renditions, audioTracks }
  return { ok: true, video, availableAt: availableAtOf(info) }
}

const ADULT_YEARS = 18

function codeWhileUnfinished(info: VideoInfo): ErrorCode | null {
  if (info.is_live || info.live_status === 'is_live') return 'video_live'
  return info.live_status === 'is_upcoming' ? 'video_upcoming' : null
}

function describeInfo(info: VideoInfo, durationSeconds: number, addresses: readonly string[]): DescribedInfo {
  return {
    title: plainLine(info.title ?? '', MAX_TITLE_LENGTH) || info.id,
    thumbnailAddress: thumbnailAddressOf(info),
    channel: plainLine(info.channel ?? info.uploader ?? '', MAX_CHANNEL_LENGTH) || null,
    channelIds: channelIdsOf(info),
    views: info.view_count ?? null,
    publishedAt: dateOf(info.upload_date),
    filmstrip: filmstripOf(info.formats, durationSeconds),
    addressesExpireAt: expiryOf(addresses),
    captions: captionsOf(info),
    chapters: chaptersOf(info, durationSeconds),
    heat: heatOf(info, durationSeconds),
  }
}

/** A live stream. Its captions, chapters and graph count from its beginning, which is not that of its window. */
const describeLive = (info: VideoInfo, manifest: string): DescribedInfo => ({
  ...describeInfo(info, 0, [manifest]),
  filmstrip: null,
  captions: [],
  chapters: [],
  heat: [],
})

/** yt-dlp's title for a chapter that has none. */
const UNTITLED_CHAPTER_PATTERN = /^<Untitled (Chapter \d+)>$/

function chaptersOf({ chapters }: VideoInfo, durationSeconds: number): Chapter[] {
  const claimedChapters = chapters.map(({ title, start_time: startTime, end_time: endTime }) => ({
    title: (title ?? '').replace(UNTITLED_CHAPTER_PATTERN, '$1'),
    startTime,
    endTime: endTime ?? null,
  }))
  return tidyChapters(claimedChapters, durationSeconds)
}

function heatOf({ heatmap }: VideoInfo, durationSeconds: number): HeatStep[] {
  const steps = heatmap.map(({ start_time, end_time, value }): HeatStep => [start_time, end_time, value])
  return tidyHeat(steps, durationSeconds)
}

/** Returns the channel's id and handle. Versions of yt-dlp put them in different fields or leave them out. */
function channelIdsOf({ channel_id, uploader_id, channel_url, uploader_url }: VideoInfo): string[] {
  const idsOfFields = [channel_id, uploader_id].map((id) => (id ? channelKey(id) : null))
  const idsOfLinks = [channel_url, uploader_url].map((url) => (url ? channelOfLink(url) : null))
  return [...new Set([...idsOfFields, ...idsOfLinks].filter((id) => id !== null))]
}

/** Returns the earliest `expire` of the addresses less a margin, as ISO 8601; null if none has one. */
function expiryOf(addresses: readonly string[]): string | null {
  const expiries = addresses.flatMap((address) => {
    const url = new URL(address)
    const seconds = Number(url.searchParams.get('expire') ?? /\/expire\/(\d+)/.exec(url.pathname)?.[1])
    return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? [seconds * 1000] : []
  })
  if (expiries.length === 0) return null
  return new Date(Math.min(...expiries) - EXPIRY_MARGIN_MILLISECONDS).toISOString()
}

function availableAtOf(info: VideoInfo): Map<string, number> {
  const entries = info.formats.flatMap(({ url, available_at: seconds }) =>
    url && seconds ? [[url, seconds * 1000] as const] : [],
  )
  return new Map(entries)
}

/** Debian's yt-dlp of 2023 reports `http_dash_segments` for the same direct addresses. */
const DIRECT_PROTOCOLS = ['https', 'http_dash_segments']

/**
 * Deduction for audio with dynamic range compression (DRC). It is smaller than the difference between two languages:
 * the compressed original ranks above a dubbed version.
 */
const COMPRESSED_PENALTY = 1

/**
 * Returns the formats without DRM that YouTube's own hosts serve by byte ranges. An HDR format is left out if an SDR
 * format has the same height.
 */
function renditionsOf(formats: readonly InfoFormat[]): LocatedRendition[] {
  const sdrHeights = new Set(formats.filter((format) => !isHdr(format) && isDirect(format)).map(({ height }) => height))
  return formats.flatMap((format) => {
    const rendition = isHdr(format) && sdrHeights.has(format.height) ? null : toRendition(format)
    return rendition ? [rendition] : []
  })
}

/** `dynamic_range` is `HDR10`, `HDR12`, `DV` or `HLG` for HDR, and `SDR` or absent otherwise. */
const isHdr = ({ dynamic_range: range }: InfoFormat): boolean => !!range && range !== 'SDR'

function toRendition(format: InfoFormat): LocatedRendition | null {
  const videoCodec = codecOf(format.vcodec)
  const audioCodec = codecOf(format.acodec)
  if (videoCodec === null && audioCodec === null) return null
  if (format.has_drm || isUpscaled(format) || !isDirect(format)) return null
  return {
    id: format.format_id,
    carries: videoCodec === null ? 'audio' : audioCodec === null ? 'video' : 'both',
    container: format.ext ?? 'mp4',
    videoCodec,
    audioCodec,
    width: format.width ?? null,
    height: format.height ?? null,
    frameRate: videoCodec === null ? null : (format.fps ?? null),
    bitrate: format.tbr ? Math.round(format.tbr * 1000) : null,
    sizeBytes: format.filesize ?? null,
    audioPreference: audioCodec === null ? 0 : audioPreferenceOf(format),
    address: format.url!,
    headers: format.http_headers ?? {},
  }
}

function isDirect(format: InfoFormat): boolean {
  if (!DIRECT_PROTOCOLS.includes(format.protocol ?? '') || !format.url) return false
  // A manifest lists media files and is none itself.
  return isYoutubeAddress(format.url) && !new URL(format.url).pathname.startsWith('/api/manifest/')
}

function isYoutubeAddress(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && isYoutubeServiceHost(url.hostname)
}

/** YouTube enlarges some videos itself. Such a format has no more detail than the uploaded size. */
function isUpscaled(format: InfoFormat): boolean {
  return /-sr\b/.test(format.format_id) || /AI-upscaled/i.test(format.format_note ?? '')
}

function codecOf(codec: string | null | undefined): string | null {
  return !codec || codec === 'none' ? null : codec
}

function audioPreferenceOf(format: InfoFormat): number {
  const isCompressed = /-drc\b/i.test(format.format_id) || /\bDRC\b/.test(format.format_note ?? '')
  return (format.language_preference ?? 0) - (isCompressed ? COMPRESSED_PENALTY : 0)
}

const MAX_FRAME_WIDTH = 320
const PREFERRED_FRAME_WIDTH = 160
/** A ten-hour video has 720 sheets of 25 frames, one frame every two seconds. */
const MAX_SHEETS = 1000

/**
 * Returns the storyboard whose frame width is nearest to 160, with more frames if two are equal; null if there is none.
 */
function filmstripOf(formats: readonly InfoFormat[], durationSeconds: number): LocatedFilmstrip | null {
  const strips = formats.flatMap((format) => {
    const strip = toFilmstrip(format, durationSeconds)
    return strip ? [strip] : []
  })
  return strips.sort((a, b) => widthDistance(a) - widthDistance(b) || b.frameCount - a.frameCount)[0] ?? null
}

function widthDistance(strip: LocatedFilmstrip): number {
  return Math.abs(strip.frameWidth - PREFERRED_FRAME_WIDTH)
}

function toFilmstrip(format: InfoFormat, durationSeconds: number): LocatedFilmstrip | null {
  const { width, height, rows, columns, fps } = format
  if (format.protocol !== 'mhtml' || !/^sb\d+$/.test(format.format_id)) return null
  if (!width || !height || !rows || !columns || !fps || width > MAX_FRAME_WIDTH) return null
  const sheetAddresses = (format.fragments ?? []).map((fragment) => fragment.url)
  if (sheetAddresses.length === 0 || sheetAddresses.length > MAX_SHEETS || !sheetAddresses.every(isImage)) return null
  const frameCount = Math.min(Math.round(fps * durationSeconds), sheetAddresses.length * rows * columns)
  if (frameCount < 1) return null
  return { frameWidth: width, frameHeight: height, columns, rows, frameCount, secondsPerFrame: 1 / fps, sheetAddresses }
}

function isImage(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && isYoutubeImageHost(url.hostname)
}

const MAX_WIDTH = 1280

/**
 * Returns the largest JPEG up to 1280 pixels wide. A thumbnail without a width may not exist; the fallback always does.
 */
function thumbnailAddressOf(info: VideoInfo): string {
  const sizedThumbnails = info.thumbnails
    .filter((thumbnail) => isJpeg(thumbnail.url) && thumbnail.width && thumbnail.width <= MAX_WIDTH)
    .sort((a, b) => b.width! - a.width!)
  return sizedThumbnails[0]?.url ?? `https://i.ytimg.com/vi/${encodeURIComponent(info.id)}/hqdefault.jpg`
}

const isJpeg = (address: string): boolean => isImage(address) && /\.jpe?g$/i.test(new URL(address).pathname)
