import { captionsChoices, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import { tidyChapters } from '@kerf/domain/captions/chapters'
import type { Chapter } from '@kerf/domain/captions/transcript'
import { peertubeChannel } from '@kerf/domain/links/sites/peertube-link'
import { plainLine } from '@kerf/domain/text/plain-text'
import { z } from 'zod'
import type { LocatedCaptions, Refusal, ResolvedVideo } from '../../ports/sources.ts'
import { captionsAddressOf } from '../remote-media/captions-address.ts'
import type { MediaOffer, OfferedFile } from '../remote-media/describe-offer.ts'

const MAX_TITLE_LENGTH = 500
const MAX_CHANNEL_LENGTH = 200
const MAX_ITEMS = 100

/** A field that is absent, null or of a wrong type reads as missing. */
const text = z.string().max(10_000).nullish().catch(null)
const wholeNumber = z.int().min(0).nullish().catch(null)
const labelledValue = z.object({ id: z.int(), label: text }).nullish().catch(null)
const owner = z.object({ name: text, displayName: text, host: text }).nullish().catch(null)
const videoFile = z.object({
  fileUrl: z.string().max(10_000),
  resolution: z.object({ id: z.int().min(0) }),
  fps: wholeNumber,
})
const manyOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.slice(0, MAX_ITEMS).flatMap((raw) => {
        const parsedItem = item.safeParse(raw)
        return parsedItem.success ? [parsedItem.data as z.output<T>] : []
      }),
    )

/** The fields in use of `/api/v1/videos/{id}`. Without those that are required, an answer is not PeerTube's. */
export const peertubeVideo = z.object({
  uuid: z.string(),
  name: z.string(),
  duration: z.number().min(0),
  isLive: z.boolean(),
  channel: owner,
  account: owner,
  state: labelledValue,
  privacy: labelledValue,
  publishedAt: text,
  views: wholeNumber,
  previewPath: text,
  nsfw: z.boolean().nullish().catch(null),
  files: manyOf(videoFile),
  streamingPlaylists: manyOf(z.object({ playlistUrl: z.string().max(10_000), files: manyOf(videoFile) })),
})
export type PeertubeVideo = z.output<typeof peertubeVideo>

/** Fields of an error, as RFC 7807 has them. */
const peertubeError = z.object({ code: text, type: text, detail: text })

const caption = z.object({
  language: z.object({ id: z.string().max(50), label: text }),
  captionPath: text,
  fileUrl: text,
  automaticallyGenerated: z.boolean().nullish().catch(null),
})
export const peertubeCaptions = z.object({ data: manyOf(caption) })
export const peertubeChapters = z.object({ chapters: manyOf(z.object({ title: z.string(), timecode: z.number() })) })

/** States and privacies of PeerTube by number. */
const WAITING_FOR_LIVE = 4
const LIVE_ENDED = 5
const UNFINISHED_STATES = [2, 3, 6, 9, 11, 12]
const OPEN_PRIVACIES = [1, 2]
const PASSWORD = 5

const refusal = (code: Refusal['code'], cause: string, trouble?: Refusal['trouble']): Refusal => ({
  ok: false,
  code,
  cause,
  ...(trouble && { trouble }),
})

/** The refusal of a video that cannot be cut; null for others. */
export function refusalOfVideo({ isLive, state, privacy, streamingPlaylists }: PeertubeVideo): Refusal | null {
  if (privacy?.id === PASSWORD) return PASSWORD_NEEDED
  if (privacy && !OPEN_PRIVACIES.includes(privacy.id)) return refusal('video_private', `Its privacy is ${privacy.id}.`)
  if (state?.id === WAITING_FOR_LIVE) return refusal('video_upcoming', 'It waits for its live stream.')
  if (state?.id === LIVE_ENDED) return refusal('video_ended', 'Its live stream has ended without a recording.')
  if (isLive && streamingPlaylists.length === 0) return refusal('video_live', 'It is live, and has no playlist.')
  if (state && UNFINISHED_STATES.includes(state.id)) return refusal('video_upcoming', `Its state is ${state.id}.`)
  return null
}

const PASSWORD_NEEDED = refusal('video_private', 'It needs a password.', { reason: 'password', about: '' })

/** The refusal for an error of PeerTube; null if the answer is not PeerTube's. */
export function refusalOfError(status: number, body: unknown): Refusal | null {
  const error = peertubeError.safeParse(body).data
  const words = `${error?.code ?? ''} ${error?.type ?? ''} ${error?.detail ?? ''}`
  if (!error || words.trim() === '') return null
  const cause = plainLine(`Status ${status}: ${words.trim()}`, 300)
  if (/password/i.test(words)) return { ...PASSWORD_NEEDED, cause }
  if (status === 404 || status === 410) return refusal('video_removed', cause)
  if (status === 401 || status === 403) return refusal('video_private', cause)
  if (status === 429) return refusal('source_rate_limited', cause, { reason: 'site_limits', about: 'PeerTube' })
  return refusal('source_failed', cause)
}

/** Title, channel and other facts that the media do not contain. */
export function factsOf(
  video: PeertubeVideo,
  host: string,
): Pick<ResolvedVideo, 'title' | 'channel' | 'channelIds' | 'views' | 'publishedAt'> {
  const { channel, account } = video
  const ids = [channel, account].map((owner) => owner?.name && peertubeChannel(owner.name, owner.host || host))
  const date = (video.publishedAt ?? '').slice(0, 10)
  return {
    title: plainLine(video.name, MAX_TITLE_LENGTH) || video.uuid,
    channel: plainLine(channel?.displayName ?? account?.displayName ?? '', MAX_CHANNEL_LENGTH) || null,
    channelIds: [...new Set(ids.filter((id) => !!id) as string[])],
    views: video.views ?? null,
    publishedAt: /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null,
  }
}

/** The files that PeerTube made for the web, and its playlist. Without transcoding there is only the upload. */
export function offerOf({ files, streamingPlaylists }: PeertubeVideo, origin: string): MediaOffer {
  const offeredFiles = files.flatMap(({ fileUrl, resolution, fps }, index): OfferedFile[] => {
    const address = webAddress(fileUrl, origin)
    if (address === null) return []
    return [
      {
        id: `web-${resolution.id}-${index}`,
        address,
        headers: {},
        videoCodec: undefined,
        audioCodec: undefined,
        width: null,
        height: resolution.id || null,
        frameRate: fps || null,
        bitrate: null,
      },
    ]
  })
  const playlists = streamingPlaylists.flatMap(({ playlistUrl, files: parts }) => {
    const address = webAddress(playlistUrl, origin)
    const height = Math.max(0, ...parts.map(({ resolution }) => resolution.id)) || null
    return address === null ? [] : [{ address, headers: {}, height }]
  })
  return { files: offeredFiles.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0)), playlists }
}

/** A URL of http or https; null for others. PeerTube gives some as paths. */
export function webAddress(place: string, origin: string): string | null {
  const url = place === '' ? null : URL.parse(place, origin)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

export function captionsOf({ data }: z.output<typeof peertubeCaptions>, origin: string): LocatedCaptions[] {
  const tracks = data.flatMap(({ language, captionPath, fileUrl, automaticallyGenerated }) => {
    const address = webAddress(captionPath ?? fileUrl ?? '', origin)
    if (address === null) return []
    return [
      {
        language: tidyLanguage(language.id),
        name: language.label ?? null,
        isAutomatic: automaticallyGenerated ?? false,
        address: captionsAddressOf({ kind: 'file', url: address }),
      },
    ]
  })
  return captionsChoices(tracks, null)
}

export function chaptersOf({ chapters }: z.output<typeof peertubeChapters>, durationSeconds: number): Chapter[] {
  const claimedChapters = chapters.map(({ title, timecode }) => ({ title, startTime: timecode, endTime: null }))
  return tidyChapters(claimedChapters, durationSeconds)
}
