import { isYoutubeVideoId } from '@kerf/domain/links/youtube-link'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { plainLine } from '@kerf/domain/text/plain-text'
import { z } from 'zod'
import type { ListedVideo } from '../../../ports/sources.ts'

/** A page of a playlist's entries. */
export interface PlaylistPage {
  title: string | null
  videos: ListedVideo[]
  unavailable: number
  /** Token of the next page; null after the last one. */
  continuation: string | null
  /** YouTube's own words about a list that cannot be shown. */
  alert: string | null
}

const MAX_TITLE_LENGTH = 500
const MAX_CHANNEL_LENGTH = 200
/** Maximum number of entries that are read from one page. YouTube sends a hundred. */
const MAX_ENTRIES = 500
const MAX_SECONDS = 90 * 24 * 3600

const text = z.string().max(65_536)
const phrase = z
  .union([
    z.object({ simpleText: text }).transform(({ simpleText }) => simpleText),
    z.object({ content: text }).transform(({ content }) => content),
    z.object({ runs: z.array(z.object({ text })) }).transform(({ runs }) => runs.map((run) => run.text).join('')),
  ])
  .nullish()
  .catch(null)

const entry = z.object({
  videoId: z.string().refine(isYoutubeVideoId),
  title: phrase,
  shortBylineText: phrase,
  lengthSeconds: z.coerce.number().min(0).max(MAX_SECONDS).nullish().catch(null),
  isPlayable: z.boolean().nullish().catch(null),
})

/** Entry in YouTube's newer format. */
const lockup = z.object({
  contentId: z.string().refine(isYoutubeVideoId),
  contentType: z.literal('LOCKUP_CONTENT_TYPE_VIDEO'),
  metadata: z.object({ lockupMetadataViewModel: z.object({ title: phrase }) }),
  contentImage: z.unknown().optional(),
})

const frame = z.object({
  contents: z.unknown().optional(),
  onResponseReceivedActions: z.unknown().optional(),
  header: z.unknown().optional(),
  metadata: z
    .object({ playlistMetadataRenderer: z.object({ title: text }) })
    .nullish()
    .catch(null),
  alerts: z
    .array(z.object({ alertRenderer: z.object({ text: phrase }).nullish().catch(null) }))
    .nullish()
    .catch(null),
})

/** Reads an answer of YouTube's `/browse` about a playlist. Entries in another format are left out. */
export function playlistPageIn(answer: unknown): PlaylistPage | null {
  const { data } = frame.safeParse(answer)
  if (!data) return null
  const page: PlaylistPage = {
    title: plainLine(data.metadata?.playlistMetadataRenderer.title ?? '', MAX_TITLE_LENGTH) || null,
    videos: [],
    unavailable: 0,
    continuation: null,
    alert: data.alerts?.map(({ alertRenderer }) => alertRenderer?.text).find((words) => words) ?? null,
  }
  let entries = 0
  // The list is in the tabs. What YouTube recommends beside it is not walked.
  for (const part of [tabsIn(data.contents), data.onResponseReceivedActions])
    walk(part, (name, value) => {
      if (name === 'continuationItemRenderer') {
        page.continuation ??= tokenIn(value)
        return true
      }
      if (name !== 'playlistVideoRenderer' && name !== 'lockupViewModel') return false
      entries += 1
      if (entries > MAX_ENTRIES) return true
      const video = name === 'lockupViewModel' ? videoOfLockup(value) : videoOfEntry(value)
      if (video === 'unavailable') page.unavailable += 1
      else if (video) page.videos.push(video)
      return true
    })
  return page
}

const tabs = z.object({ twoColumnBrowseResultsRenderer: z.object({ tabs: z.unknown() }) })
const tabsIn = (contents: unknown): unknown => tabs.safeParse(contents).data?.twoColumnBrowseResultsRenderer.tabs

function videoOfEntry(value: unknown): ListedVideo | 'unavailable' | null {
  const { data } = entry.safeParse(value)
  if (!data) return null
  // A private or deleted video has no length and cannot be played.
  if (data.isPlayable === false && !data.lengthSeconds) return 'unavailable'
  return {
    reference: data.videoId,
    title: plainLine(data.title ?? '', MAX_TITLE_LENGTH) || data.videoId,
    channel: plainLine(data.shortBylineText ?? '', MAX_CHANNEL_LENGTH) || null,
    durationSeconds: data.lengthSeconds || null,
  }
}

function videoOfLockup(value: unknown): ListedVideo | null {
  const { data } = lockup.safeParse(value)
  if (!data) return null
  let durationSeconds: number | null = null
  walk(data.contentImage, (name, badge) => {
    if (name === 'thumbnailBadgeViewModel')
      durationSeconds ??= parseTimecode(z.object({ text }).safeParse(badge).data?.text ?? '')
    return name === 'thumbnailBadgeViewModel'
  })
  const title = plainLine(data.metadata.lockupMetadataViewModel.title ?? '', MAX_TITLE_LENGTH)
  return { reference: data.contentId, title: title || data.contentId, channel: null, durationSeconds }
}

function tokenIn(value: unknown): string | null {
  let token: string | null = null
  walk(value, (name, command) => {
    if (name === 'continuationCommand') token ??= z.object({ token: text }).safeParse(command).data?.token ?? null
    return name === 'continuationCommand'
  })
  return token
}

/**
 * Calls `visit` for each member of the value and of its members, in order. If `visit` returns true, the members inside
 * are skipped.
 */
function walk(value: unknown, visit: (name: string, value: unknown) => boolean): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) if (!visit(name, member)) walk(member, visit)
}
