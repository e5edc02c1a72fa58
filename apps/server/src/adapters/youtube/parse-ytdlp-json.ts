import { channelKey, channelOfLink } from '@kerf/domain/moderation/blocking'
import { beginningOf, plainLine } from '@kerf/domain/text/plain-text'
import type { LocatedRendition, Refusal, ResolvedVideo } from '../../ports/sources.ts'
import { filmstripOf, thumbnailAddressOf } from './youtube-images.ts'
import { renditionsOf } from './youtube-renditions.ts'
import { type YtdlpJson, ytdlpJson } from './ytdlp-json.ts'

export type ParsedYtdlpJson =
  | {
      ok: true
      video: ResolvedVideo
      /** When each address begins to work, ms since 1970; of those only that do not work at once. */
      availableAt: Map<string, number>
    }
  | Refusal

/** So much earlier than YouTube says are addresses taken for dead: a cut that starts now must still be able to end. */
const EXPIRY_MARGIN_MILLISECONDS = 5 * 60 * 1000
const MAX_TITLE_LENGTH = 500
const MAX_CHANNEL_LENGTH = 200
/** Durations outside of these are wrong. */
const SHORTEST_SECONDS = 0.01
const LONGEST_SECONDS = 90 * 24 * 3600
const SHOWN_OF_ANSWER = 100

/** Converts the output of `yt-dlp -J` for the requested video. */
export function parseYtdlpJson(json: unknown, videoId: string): ParsedYtdlpJson {
  const parsed = ytdlpJson.safeParse(json)
  if (!parsed.success)
    return refusal(
      'source_failed',
      `yt-dlp's answer is of another form: ${beginningOf(parsed.error.message, 5 * SHOWN_OF_ANSWER)}`,
    )
  if (parsed.data.id !== videoId)
    return refusal('source_failed', `yt-dlp answered for ${plainLine(parsed.data.id, SHOWN_OF_ANSWER)}.`)
  const info = parsed.data
  const unfinished = codeWhileUnfinished(info)
  if (unfinished) return refusal(unfinished, `yt-dlp says that it is live: ${info.live_status ?? info.is_live}.`)
  const renditions = renditionsOf(info.formats)
  if (renditions.length === 0)
    return refusal('video_blocked', `None of the ${info.formats.length} formats that yt-dlp found can be used.`)
  const { duration } = info
  if (!duration || duration < SHORTEST_SECONDS || duration > LONGEST_SECONDS)
    return refusal('source_failed', 'yt-dlp found no duration.')
  return { ok: true, video: describe(info, duration, renditions), availableAt: availableAtOf(info) }
}

const LONGEST_CAUSE = 500

function refusal(code: Refusal['code'], cause: string): Refusal {
  return { ok: false, code, cause: beginningOf(cause, LONGEST_CAUSE) }
}

function codeWhileUnfinished(info: YtdlpJson): Refusal['code'] | null {
  if (info.is_live || info.live_status === 'is_live') return 'video_live'
  return info.live_status === 'is_upcoming' ? 'video_upcoming' : null
}

function describe(info: YtdlpJson, durationSeconds: number, renditions: LocatedRendition[]): ResolvedVideo {
  return {
    title: plainLine(info.title ?? '', MAX_TITLE_LENGTH) || info.id,
    durationSeconds,
    thumbnailAddress: thumbnailAddressOf(info),
    channel: plainLine(info.channel ?? info.uploader ?? '', MAX_CHANNEL_LENGTH) || null,
    channelIds: channelIdsOf(info),
    views: info.view_count ?? null,
    publishedAt: dateOf(info.upload_date),
    renditions,
    filmstrip: filmstripOf(info.formats, durationSeconds),
    addressesExpireAt: expiryOf(renditions),
  }
}

/** Its id and its handle. Which field has which, and whether it is there, has changed with yt-dlp's versions. */
function channelIdsOf({ channel_id, uploader_id, channel_url, uploader_url }: YtdlpJson): string[] {
  const named = [channel_id, uploader_id].map((id) => (id ? channelKey(id) : null))
  const linked = [channel_url, uploader_url].map((url) => (url ? channelOfLink(url) : null))
  return [...new Set([...named, ...linked].filter((id) => id !== null))]
}

/** `20260819` -> `2026-08-19` */
function dateOf(uploadDate: string | null | undefined): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(uploadDate ?? '')
  if (!match) return null
  const date = `${match[1]}-${match[2]}-${match[3]}`
  return Number.isNaN(Date.parse(date)) ? null : date
}

function expiryOf(renditions: readonly LocatedRendition[]): string | null {
  const expiries = renditions.flatMap(({ address }) => {
    const url = new URL(address)
    const seconds = Number(url.searchParams.get('expire') ?? /\/expire\/(\d+)/.exec(url.pathname)?.[1])
    return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? [seconds * 1000] : []
  })
  if (expiries.length === 0) return null
  return new Date(Math.min(...expiries) - EXPIRY_MARGIN_MILLISECONDS).toISOString()
}

function availableAtOf(info: YtdlpJson): Map<string, number> {
  const entries = info.formats.flatMap(({ url, available_at: seconds }) =>
    url && seconds ? [[url, seconds * 1000] as const] : [],
  )
  return new Map(entries)
}
