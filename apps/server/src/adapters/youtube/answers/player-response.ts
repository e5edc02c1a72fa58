import { chaptersInDescription } from '@kerf/domain/captions/chapters'
import { z } from 'zod'
import { type Verdict, verdictOfReason } from './step-verdicts.ts'
import type { SaidInfo } from './video-info.ts'

/** Absent and of a strange type are the same: what is of use is checked once more as a video's info. */
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

/** What YouTube's player call answers, as far as it is of use. */
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

/** null for anything else than an answer of the player call. */
export const readPlayerResponse = (said: unknown): PlayerResponse | null => playerResponse.safeParse(said).data ?? null

/**
 * Why a video does not play: by YouTube's sentence where that is listed, else by the fields beside it; null when it plays. `page` as of
 * `infoOfPlayer`.
 */
export function verdictOfPlayer(
  player: PlayerResponse,
  page: PlayerResponse | null,
  now: number,
): (Verdict & { cause: string }) | null {
  const { playabilityStatus: status } = player
  const screen = status.errorScreen?.playerErrorMessageRenderer
  const reason = said(screen?.reason) || status.reason
  // A stream that has ended may be OK, with a reason and without anything to play.
  if (status.status === 'OK' && (player.streamingData || !reason)) return null
  const cause = [reason, said(screen?.subreason)].filter(Boolean).join('. ') || `The player says ${status.status}.`
  const verdict = status.desktopLegacyAgeGateReason
    ? AGE_GATE
    : (verdictOfReason(cause) ?? verdictByFields(cause, player, page, now) ?? { code: 'source_failed', blame: 'step' })
  const startsAt = verdict.code === 'video_upcoming' ? startOf(player, page, now) : null
  const trouble = startsAt && { trouble: { reason: 'starts_at', about: startsAt } as const }
  return { ...verdict, ...trouble, cause }
}

const AGE_GATE: Verdict = { code: 'video_age_restricted', blame: 'video' }
/** What a video for the members of its channel is offered as. */
const MEMBERS_OFFER = 'sponsors_only_video'
/** There are some 250. */
const FEW_COUNTRIES = 200

/** The same word in many languages. */
const BOT = /\b(ro)?bots?\b|ロボット|机器人|機器人|로봇|бот/i

function verdictByFields(
  reason: string,
  player: PlayerResponse,
  page: PlayerResponse | null,
  now: number,
): Verdict | null {
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
    if (BOT.test(reason)) return { code: 'source_bot_check', blame: 'egress' }
    // Private videos alone come with messages.
    if (messages?.length) return { code: 'video_private', blame: 'unsure' }
    return { code: 'video_blocked', blame: 'unsure', trouble: { reason: 'sign_in', about: '' } }
  }
  if (status === 'ERROR') return { code: 'video_removed', blame: 'unsure' }
  if (status !== 'UNPLAYABLE') return null
  const countries = microformatOf(player, page)?.availableCountries?.length ?? 0
  const isElsewhere = countries > 0 && countries < FEW_COUNTRIES
  return { code: isElsewhere ? 'video_region_blocked' : 'video_blocked', blame: 'unsure' }
}

function verdictOfOfflineStream(player: PlayerResponse, page: PlayerResponse | null, now: number): Verdict {
  const details = player.videoDetails ?? page?.videoDetails
  const isOver = microformatOf(player, page)?.liveBroadcastDetails?.endTimestamp
  const isToCome = details?.isUpcoming || startOf(player, page, now) || !details
  return isToCome && !isOver ? { code: 'video_upcoming', blame: 'video' } : { code: 'video_ended', blame: 'unsure' }
}

/** When a premiere or stream begins, as ISO date and time; null where it should have begun, or nobody says. */
function startOf(player: PlayerResponse, page: PlayerResponse | null, now: number): string | null {
  const scheduled = [player, page].map(
    (answer) =>
      answer?.playabilityStatus.liveStreamability?.liveStreamabilityRenderer.offlineSlate
        ?.liveStreamOfflineSlateRenderer.scheduledStartTime,
  )
  const seconds = scheduled.find((time) => time)
  const announced = microformatOf(player, page)?.liveBroadcastDetails?.startTimestamp
  const start = seconds ? seconds * 1000 : Date.parse(announced ?? '')
  return start > now && start < now + FARTHEST_MILLISECONDS ? new Date(start).toISOString() : null
}

/** No premiere is announced for longer ahead. */
const FARTHEST_MILLISECONDS = 20 * 366 * 24 * 3_600_000

const microformatOf = (player: PlayerResponse, page: PlayerResponse | null) =>
  (page ?? player).microformat?.playerMicroformatRenderer ?? player.microformat?.playerMicroformatRenderer

const said = (shown: z.output<typeof phrase>): string =>
  shown?.simpleText ?? (shown?.runs ?? []).map((run) => run.text ?? '').join('')

/**
 * The video in yt-dlp's form. `page` is what the web player says of the same video: it knows the channel's handle, the day and
 * whether it is for adults, and other clients do not.
 */
export function infoOfPlayer(player: PlayerResponse, page: PlayerResponse | null, userAgent: string): SaidInfo {
  const { videoDetails: details, streamingData } = player
  const known = (page ?? player).microformat?.playerMicroformatRenderer
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
    uploader_url: known?.ownerProfileUrl,
    view_count: details?.viewCount,
    upload_date: (known?.publishDate ?? known?.uploadDate)?.slice(0, 10).replaceAll('-', ''),
    age_limit: known?.isFamilySafe === false ? 18 : 0,
    live_status: details?.isUpcoming ? 'is_upcoming' : null,
    is_live: details?.isLive,
    language: null,
    ...captionsOfPlayer(player, page),
    // The player call knows no chapters but those that the description lists.
    chapters: chaptersInDescription(details?.shortDescription ?? '', durationSeconds).map(
      ({ title, startTime, endTime }) => ({ title, start_time: startTime, end_time: endTime }),
    ),
    thumbnail: null,
    thumbnails: details?.thumbnail?.thumbnails ?? [],
    formats: [
      ...files.map((file) => ({ ...formatOf(file), http_headers: headers })),
      ...storyboardsOf(player.storyboards?.playerStoryboardSpecRenderer?.spec ?? '', durationSeconds),
      ...(playlist ? [{ format_id: 'hls', protocol: 'm3u8_native', manifest_url: playlist }] : []),
    ],
  }
}

const SITE = 'https://www.youtube.com'

/** In yt-dlp's form. Those of the web player want a token, so they are only the second choice. */
function captionsOfPlayer(player: PlayerResponse, page: PlayerResponse | null) {
  const tracks = [player, page].flatMap((answer) => {
    const listed = answer?.captions?.playerCaptionsTracklistRenderer?.captionTracks ?? []
    const read = listed.slice(0, MOST_CAPTIONS).flatMap((track) => captionTrack.safeParse(track).data ?? [])
    return read.length > 0 ? [read] : []
  })[0]
  const files = (isAutomatic: boolean) =>
    Object.fromEntries(
      (tracks ?? [])
        .filter(({ kind }) => (kind === 'asr') === isAutomatic)
        .flatMap(({ baseUrl, name, vssId, languageCode }): [string, unknown][] => {
          const url = URL.parse(baseUrl, SITE)
          if (!url) return []
          url.searchParams.set('fmt', 'json3')
          return [[vssId ?? languageCode ?? '', [{ ext: 'json3', url: url.href, name: said(name) || null }]]]
        }),
    )
  return { subtitles: files(false), automatic_captions: files(true) }
}

const MOST_CAPTIONS = 500

const MIME = /^(video|audio)\/([\w-]+)(?:; *codecs="([^"]*)")?/

function formatOf(file: Stream) {
  const [, kind, subtype = '', list = ''] = MIME.exec(file.mimeType ?? '') ?? []
  const codecs = list.split(',').map((codec) => codec.trim())
  const track = file.audioTrack
  const named = [file.itag, file.isDrc ? 'drc' : null, track?.id?.replace(/[^\w.]/g, '_')].filter(Boolean)
  return {
    format_id: named.join('-'),
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
    language: track ? languageOf(track) : null,
    language_preference: track ? preferenceOf(track) : null,
    format_note: file.isDrc ? 'DRC' : null,
    dynamic_range:
      HDR.test(file.colorInfo?.transferCharacteristics ?? '') || / HDR/.test(file.qualityLabel ?? '') ? 'HDR' : 'SDR',
    has_drm: (file.drmFamilies ?? []).length > 0,
  }
}

const HDR = /SMPTEST2084|ARIB_STD_B67/

/** An address with `n` is throttled until the player's script has changed it. */
const needsScript = (url: string | null | undefined): boolean => !!url && !!URL.parse(url)?.searchParams.has('n')

/** yt-dlp's own numbers. */
function preferenceOf(track: NonNullable<Stream['audioTrack']>): number {
  if (/\boriginal\b/i.test(track.displayName ?? '')) return 10
  if (DESCRIPTIVE.test(track.displayName ?? '')) return -10
  return track.audioIsDefault ? 5 : -1
}

/** `en.4` is the original in English, and `de.3` a dubbed version; yt-dlp's own form. */
function languageOf(track: NonNullable<Stream['audioTrack']>): string | null {
  const [language = ''] = (track.id ?? '').split('.')
  return (language && (DESCRIPTIVE.test(track.displayName ?? '') ? `${language}-desc` : language)) || null
}

const DESCRIPTIVE = /\bdescriptive\b/i

/**
 * `ADDRESS|level|level ...`: the address has `$L` for the level and `$N` for a name; a level is `width#height#frames#columns#rows#
 * milliseconds#name#signature`, its name with `$M` for the sheet.
 */
function storyboardsOf(spec: string, durationSeconds: number) {
  const [base = '', ...levels] = spec.split('|')
  return levels.flatMap((level, index) => {
    const [width, height, frames, columns, rows] = level.split('#').map(Number)
    const [name, signature] = level.split('#').slice(6)
    if (!width || !height || !frames || !columns || !rows || !name || !URL.canParse(base)) return []
    const address = `${base.replace('$L', String(index)).replace('$N', name)}&sigh=${signature}`
    const sheets = Math.min(MOST_SHEETS, Math.ceil(frames / (columns * rows)))
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

const MOST_SHEETS = 1000
