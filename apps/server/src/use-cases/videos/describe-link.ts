import { linkIn } from '@kerf/domain/links/find-link'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import type { SourceId } from '@kerf/domain/links/source-ids'
import { isYoutubeVideoId } from '@kerf/domain/links/youtube-link'
import type { FetchedImage } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings, effectiveSources } from '../shared/effective-settings.ts'
import { type Outcome, readingInTime, refused } from '../shared/outcome.ts'
import { isBlocked } from './is-blocked.ts'

type LinkDeps = Deps<'database' | 'presets' | 'sources'>

export interface DescribedLink {
  source: SourceId
  reference: string
  /** Title from the cache; null where the link was not opened lately, or the server is not public. */
  title: string | null
  /** Whether `readLinkImage` has an image of the video. */
  hasImage: boolean
}

/** Describes a pasted link for a preview in a chat. Queries no source. null where the link cannot be cut here. */
export async function describeLink(deps: LinkDeps, text: string): Promise<DescribedLink | null> {
  const { records } = deps.database
  const { sources, access } = await effectiveSettings(records, deps.presets)
  const link = recognizeLink(text === 'sample' ? SAMPLE_LINK : linkIn(text, ['youtube', 'media', ...sources]), sources)
  if (!link) return null
  const { source, reference } = link
  const isPublic = access === 'public'
  const resolution = isPublic ? await records.resolutions.find(source, reference) : null
  const { title = null, channelIds = [], servedFrom = [] } = resolution?.video ?? {}
  if (await isBlocked(records, { source, reference, channelIds, servedFrom })) return null
  return { source, reference, title, hasImage: isPublic && source === 'youtube' }
}

/** Fetches YouTube's own image of a video, whose address needs no lookup. */
export async function readLinkImage(
  deps: LinkDeps,
  videoId: string,
  signal: AbortSignal,
): Promise<Outcome<FetchedImage>> {
  const { youtube } = await effectiveSources(deps)
  if (!youtube || !isYoutubeVideoId(videoId)) return refused('not_found')
  const link = await describeLink(deps, `https://www.youtube.com/watch?v=${videoId}`)
  if (!link?.hasImage) return refused('not_found')
  return readingInTime(signal, () => youtube.fetchImage(`https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`, signal))
}
