import { chaptersInDescription } from '@kerf/domain/captions/chapters'
import { z } from 'zod'
import type { StepVerdict } from '../../resolver-step.ts'
import type { RawVideoInfo } from '../../ytdlp/answers/video-info.ts'
import { verdictOfReason } from './step-verdicts.ts'

/** A field that is absent or of a wrong type reads as null. video-info.ts validates the values in use again. */
const text = z.string().nullish().catch(null)
const number = z.coerce.number().nullish().catch(null)
const phrase = z
  .object({ simpleText: text, runs: z.array(z.object({ text })).nullish().catch(null) })
  .nullish()
  .catch(null)

const stream = z.looseObject({
  itag: z.number(),
  url: text,
  mimeType: text,
  width: number,
  height: number,
  fps: number,
  bitrate: number,
  averageBitrate: number,
  contentLength: number,
  qualityLabel: text,
  isDrc: z.boolean().nullish().catch(null),
  drmFamilies: z.array(z.unknown()).nullish().catch(null),
  audioTrack: z.object({ id: text, displayName: text, audioIsDefault: z.boolean().nullish() }).nullish().catch(null),
  colorInfo: z.object({ transferCharacteristics: text }).nullish().catch(null),
})
type Stream = z.output<typeof stream>
const streams = z.array(stream).nullish().catch(null)

const microformat = z.object({
  isFamilySafe: z.boolean().nullish().catch(null),
  ownerProfileUrl: text,
  publishDate: text,
  uploadDate: text,
  availableCountries: z.array(z.string()).nullish().catch(null),
  liveBroadcastDetails: z.object({ startTimestamp: text, endTimestamp: text }).nullish().catch(null),
})

const captionTrack = z.object({ baseUrl: z.string(), name: phrase, vssId: text, languageCode: text, kind: text })
const captionTracks = z
  .object({ captionTracks: z.array(z.unknown()).nullish().catch(null) })
  .nullish()
  .catch(null)

const errorScreen = z
  .object({
    playerErrorMessageRenderer: z.object({ reason: phrase, subreason: phrase }).nullish().catch(null),
    playerLegacyDesktopYpcOfferRenderer: z.object({ offerId: text }).nullish().catch(null),
    playerLegacyDesktopYpcTrailerRenderer: z.unknown().optional(),
    ypcTrailerRenderer: z.unknown().optional(),
    playerCaptchaViewModel: z.unknown().optional(),
  })
  .nullish()
  .catch(null)

const slate = z.object({ scheduledStartTime: number, mainText: phrase })
const liveStreamability = z
  .object({
    liveStreamabilityRenderer: z.object({
      offlineSlate: z.object({ liveStreamOfflineSlateRenderer: slate }).nullish().catch(null),
    }),
  })
  .nullish()
  .catch(null)

/** The fields in use of an answer of YouTube's player call. */
const playerResponse = z.object({
  playabilityStatus: z.object({
    status: text,
    reason: text,
    desktopLegacyAgeGateReason: z.unknown().optional(),
    messages: z.array(z.unknown()).nullish().catch(null),
    errorScreen,
    liveStreamability,
  }),
  videoDetails: z
    .object({
      videoId: text,
      title: text,
      author: text,
      channelId: text,
      shortDescription: text,
      lengthSeconds: number,
      viewCount: number,
      isLive: z.boolean().nullish().catch(null),
      isUpcoming: z.boolean().nullish().catch(null),
      thumbnail: z
        .object({ thumbnails: z.array(z.object({ url: z.string(), width: number })) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  streamingData: z.object({ formats: streams, adaptiveFormats: streams, hlsManifestUrl: text }).nullish().catch(null),
  captions: z.object({ playerCaptionsTracklistRenderer: captionTracks }).nullish().catch(null),
  storyboards: z
    .object({ playerStoryboardSpecRenderer: z.object({ spec: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  microformat: z
    .object({ playerMicroformatRenderer: microformat.nullish().catch(null) })
    .nullish()
    .catch(null),
})
export type PlayerResponse = z.output<typeof playerResponse>

/** Returns null if the input is not an answer of the player call. */
export const readPlayerResponse = (answer: unknown): PlayerResponse | null =>
  playerResponse.safeParse(answer).data ?? null

/**
 * Returns why a video does not play: from YouTube's message if step-verdicts.ts lists it, else from the fields beside
 * the message. Null if the video plays. `page` is the web player's answer about the same video.
 */
export function verdictOfPlayer(
  player: PlayerResponse,
  page: PlayerResponse | null,
  now: number,
): (StepVerdict & { cause: string }) | null {
  const { playabilityStatus: status } = player
  const screen = status.errorScreen?.playerErrorMessageRenderer
  const reason = joinText(screen?.reason) || status.reason
  // A stream that has ended may have the status OK, a reason, and no streaming data.
  if (status.status === 'OK' && (player.streamingData || !reason)) return null
  const cause = [reason, joinText(screen?.subreason)].filter(Boolean).join('. ') || `The player says ${status.status}.`
  const verdict = status.desktopLegacyAgeGateReason
    ? AGE_GATE
    : (verdictOfReason(cause) ?? verdictByFields(cause, player, page, now) ?? { code: 'source_failed', blame: 'step' })
  const startsAt = verdict.code === 'video_upcoming' ? parseStart(player, page, now) : null
  const trouble = startsAt && { trouble: { reason: 'starts_at', about: startsAt } as const }
  return { ...verdict, ...trouble, cause }
}

const AGE_GATE: StepVerdict = { code: 'video_age_restricted', blame: 'video' }
/** Offer id of a video for channel members. */
const MEMBERS_OFFER = 'sponsors_only_video'
/** A video that plays in fewer countries than this is blocked by region. There are about 250 countries. */
const MIN_UNRESTRICTED_COUNTRIES = 200

/** The word "bot" in several languages. */
const BOT_CHECK_PATTERN = /\b(ro)?bots?\b|ロボット|机器人|機器人|로봇|бот/i

function verdictByFields(
  reason: string,
  player: PlayerResponse,
  page: PlayerResponse | null,
  now: number,
): StepVerdict | null {
  const { status, messages, errorScreen: screen } = player.playabilityStatus
  if (screen?.playerCaptchaViewModel) return { code: 'source_bot_check', blame: 'egress' }
  if (/^AGE_/.test(status ?? '')) return AGE_GATE
  if (status === 'CONTENT_CHECK_REQUIRED')
    return { code: 'video_blocked', blame: 'unsure', trouble: { reason: 'content_warning', about: '' } }
  if (status === 'LIVE_STREAM_OFFLINE') return verdictOfOfflineStream(player, page, now)
  const offerId = screen?.playerLegacyDesktopYpcOfferRenderer?.offerId
  if (offerId) return { code: offerId === MEMBERS_OFFER ? 'video_members_only' : 'video_paid', blame: 'video' }
  if (screen?.playerLegacyDesktopYpcTrailerRenderer || screen?.ypcTrailerRenderer)
    return { code: 'video_paid', blame: 'video' }
  if (status === 'LOGIN_REQUIRED') {
    if (BOT_CHECK_PATTERN.test(reason)) return { code: 'source_bot_check', blame: 'egress' }
    // Among videos that require a login, only private ones come with messages.
    if (messages?.length) return { code: 'video_private', blame: 'unsure' }
    return { code: 'video_blocked', blame: 'unsure', trouble: { reason: 'sign_in', about: '' } }
  }
  if (status === 'ERROR') return { code: 'video_removed', blame: 'unsure' }
  if (status !== 'UNPLAYABLE') return null
  const countries = findMicroformat(player, page)?.availableCountries?.length ?? 0
  const isRegional = countries > 0 && countries < MIN_UNRESTRICTED_COUNTRIES
  return { code: isRegional ? 'video_region_blocked' : 'video_blocked', blame: 'unsure' }
}

function verdictOfOfflineStream(player: PlayerResponse, page: PlayerResponse | null, now: number): StepVerdict {
  const details = player.videoDetails ?? page?.videoDetails
  const hasEnded = findMicroformat(player, page)?.liveBroadcastDetails?.endTimestamp
  const isUpcoming = details?.isUpcoming || parseStart(player, page, now) || !details
  return isUpcoming && !hasEnded ? { code: 'video_upcoming', blame: 'video' } : { code: 'video_ended', blame: 'unsure' }
}

/** Returns the start of a premiere or stream as ISO 8601; null if it is unknown, past or too far ahead. */
function parseStart(player: PlayerResponse, page: PlayerResponse | null, now: number): string | null {
  const slateTimes = [player, page].map(
    (answer) =>
      answer?.playabilityStatus.liveStreamability?.liveStreamabilityRenderer.offlineSlate
        ?.liveStreamOfflineSlateRenderer.scheduledStartTime,
  )
  const seconds = slateTimes.find((time) => time)
  const startTimestamp = findMicroformat(player, page)?.liveBroadcastDetails?.startTimestamp
  const start = seconds ? seconds * 1000 : Date.parse(startTimestamp ?? '')
  return start > now && start < now + START_HORIZON_MILLISECONDS ? new Date(start).toISOString() : null
}

/** A start farther ahead than this counts as invalid. */
const START_HORIZON_MILLISECONDS = 20 * 366 * 24 * 3_600_000

const findMicroformat = (player: PlayerResponse, page: PlayerResponse | null) =>
  (page ?? player).microformat?.playerMicroformatRenderer ?? player.microformat?.playerMicroformatRenderer

const joinText = (richText: z.output<typeof phrase>): string =>
  richText?.simpleText ?? (richText?.runs ?? []).map((run) => run.text ?? '').join('')

/**
 * Returns the video in yt-dlp's format. `page` is the web player's answer about the same video: only that names the
 * channel's handle, the publish date and the age restriction.
 */
export function infoOfPlayer(player: PlayerResponse, page: PlayerResponse | null, userAgent: string): RawVideoInfo {
  const { videoDetails: details, streamingData } = player
  const micro = (page ?? player).microformat?.playerMicroformatRenderer
  const durationSeconds = details?.lengthSeconds ?? 0
  const headers = { 'user-agent': userAgent }
  const files = [...(streamingData?.formats ?? []), ...(streamingData?.adaptiveFormats ?? [])]
  const playlist = streamingData?.hlsManifestUrl
  return {
    id: details?.videoId ?? '',
    title: details?.title,
    duration: durationSeconds,
    channel: details?.author,
    channel_id: details?.channelId,
    channel_url: null,
    uploader: null,
    uploader_id: null,
    uploader_url: micro?.ownerProfileUrl,
    view_count: details?.viewCount,
    upload_date: (micro?.publishDate ?? micro?.uploadDate)?.slice(0, 10).replaceAll('-', ''),
    age_limit: micro?.isFamilySafe === false ? 18 : 0,
    live_status: details?.isUpcoming ? 'is_upcoming' : null,
    is_live: details?.isLive,
    language: null,
    ...captionsOfPlayer(player, page),
    // The player call has no chapters of its own, so they are read from the description.
    chapters: chaptersInDescription(details?.shortDescription ?? '', durationSeconds).map(
      ({ title, startTime, endTime }) => ({ title, start_time: startTime, end_time: endTime }),
    ),
    // The player call has no most-replayed graph.
    heatmap: [],
    thumbnail: null,
    thumbnails: details?.thumbnail?.thumbnails ?? [],
    formats: [
      ...files.map((file) => ({ ...describeFormat(file), http_headers: headers })),
      ...parseStoryboards(player.storyboards?.playerStoryboardSpecRenderer?.spec ?? '', durationSeconds),
      ...(playlist ? [{ format_id: 'hls', protocol: 'm3u8_native', manifest_url: playlist }] : []),
    ],
  }
}

const YOUTUBE_URL = 'https://www.youtube.com'

/** Returns captions in yt-dlp's format. The web player's captions require a token, so they are the second choice. */
function captionsOfPlayer(player: PlayerResponse, page: PlayerResponse | null) {
  const tracks = [player, page].flatMap((answer) => {
    const entries = answer?.captions?.playerCaptionsTracklistRenderer?.captionTracks ?? []
    const validTracks = entries.slice(0, MAX_CAPTIONS).flatMap((entry) => captionTrack.safeParse(entry).data ?? [])
    return validTracks.length > 0 ? [validTracks] : []
  })[0]
  const files = (isAutomatic: boolean) =>
    Object.fromEntries(
      (tracks ?? [])
        .filter(({ kind }) => (kind === 'asr') === isAutomatic)
        .flatMap(({ baseUrl, name, vssId, languageCode }): [string, unknown][] => {
          const url = URL.parse(baseUrl, YOUTUBE_URL)
          if (!url) return []
          url.searchParams.set('fmt', 'json3')
          return [[vssId ?? languageCode ?? '', [{ ext: 'json3', url: url.href, name: joinText(name) || null }]]]
        }),
    )
  return { subtitles: files(false), automatic_captions: files(true) }
}

const MAX_CAPTIONS = 500

const MIME_PATTERN = /^(video|audio)\/([\w-]+)(?:; *codecs="([^"]*)")?/

function describeFormat(file: Stream) {
  const [, kind, subtype = '', list = ''] = MIME_PATTERN.exec(file.mimeType ?? '') ?? []
  const codecs = list.split(',').map((codec) => codec.trim())
  const track = file.audioTrack
  const idParts = [file.itag, file.isDrc ? 'drc' : null, track?.id?.replace(/[^\w.]/g, '_')].filter(Boolean)
  return {
    format_id: idParts.join('-'),
    url: needsScript(file.url) ? null : file.url,
    protocol: 'https',
    ext: kind === 'audio' && subtype === 'mp4' ? 'm4a' : subtype,
    vcodec: kind === 'video' ? codecs[0] : 'none',
    acodec: kind === 'audio' ? codecs[0] : (codecs[1] ?? 'none'),
    width: file.width,
    height: file.height,
    fps: file.fps,
    tbr: (file.averageBitrate ?? file.bitrate ?? 0) / 1000,
    filesize: file.contentLength,
    language: track ? parseLanguage(track) : null,
    language_preference: track ? rankAudioTrack(track) : null,
    format_note: file.isDrc ? 'DRC' : null,
    dynamic_range:
      HDR_PATTERN.test(file.colorInfo?.transferCharacteristics ?? '') || / HDR_PATTERN/.test(file.qualityLabel ?? '')
        ? 'HDR'
        : 'SDR',
    has_drm: (file.drmFamilies ?? []).length > 0,
  }
}

const HDR_PATTERN = /SMPTEST2084|ARIB_STD_B67/

/** An address with the parameter `n` is throttled until the player's script has transformed that parameter. */
const needsScript = (url: string | null | undefined): boolean => !!url && !!URL.parse(url)?.searchParams.has('n')

/** Returns the language preference as a number, as yt-dlp does. */
function rankAudioTrack(track: NonNullable<Stream['audioTrack']>): number {
  if (/\boriginal\b/i.test(track.displayName ?? '')) return 10
  if (DESCRIPTIVE_PATTERN.test(track.displayName ?? '')) return -10
  return track.audioIsDefault ? 5 : -1
}

/**
 * Returns the language of a track in yt-dlp's format. The track id `en.4` is the English original, `de.3` a German dub.
 */
function parseLanguage(track: NonNullable<Stream['audioTrack']>): string | null {
  const [language = ''] = (track.id ?? '').split('.')
  return (language && (DESCRIPTIVE_PATTERN.test(track.displayName ?? '') ? `${language}-desc` : language)) || null
}

const DESCRIPTIVE_PATTERN = /\bdescriptive\b/i

/**
 * Returns the storyboards in yt-dlp's format. `spec` is `URL|level|level ...`; the URL contains `$L` for the number of
 * the level and `$N` for its name. A level is `width#height#frames#columns#rows#milliseconds#name#signature`; its name
 * contains `$M` for the number of the sheet.
 */
function parseStoryboards(spec: string, durationSeconds: number) {
  const [base = '', ...levels] = spec.split('|')
  return levels.flatMap((level, index) => {
    const [width, height, frames, columns, rows] = level.split('#').map(Number)
    const [name, signature] = level.split('#').slice(6)
    if (!width || !height || !frames || !columns || !rows || !name || !URL.canParse(base)) return []
    const address = `${base.replace('$L', String(index)).replace('$N', name)}&sigh=${signature}`
    const sheets = Math.min(MAX_SHEETS, Math.ceil(frames / (columns * rows)))
    return {
      format_id: `sb${levels.length - 1 - index}`,
      protocol: 'mhtml',
      ext: 'mhtml',
      vcodec: 'none',
      acodec: 'none',
      width,
      height,
      columns,
      rows,
      fps: frames / durationSeconds,
      fragments: Array.from({ length: sheets }, (_, sheet) => ({ url: address.replace('$M', String(sheet)) })),
    }
  })
}

const MAX_SHEETS = 1000
