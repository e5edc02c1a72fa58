import type { ProcessStage } from '@kerf/contract/process-events'
import { otherSiteOf } from '@kerf/domain/links/other-site'
import { type RecognizedLink, recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import { namesOfSites, type SourceId } from '@kerf/domain/links/source-ids'
import { youtubeClipId } from '@kerf/domain/links/youtube-link'
import { LIVE_LENGTHS, lastRange, MAX_VIDEO_SECONDS, openingRange } from '@kerf/domain/ranges/time-range'
import { ERROR_MEANINGS, REASON_MEANINGS } from '@kerf/messages/error-meanings'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { detailsOf, refusedAsTooLong } from './bounded-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { readSegments } from './read-marks.ts'
import { resolveVideo } from './resolve-video.ts'

export async function processLink(
  deps: Deps<'database' | 'files' | 'sources' | 'presets' | 'clock' | 'log' | 'submittedSegments'>,
  {
    link,
    viewer,
    signal,
    onStage = () => undefined,
  }: { link: string; viewer: ViewerRecord; signal: AbortSignal; onStage?: (stage: ProcessStage) => void },
): Promise<Outcome<VideoRecord>> {
  const recognition = await readLink(deps, link, signal)
  if (!recognition.ok) return recognition
  const recognizedLink = recognition.value
  // Checked before the source is queried, and again below with the channel, in the transaction that stores the video.
  if (await isBlocked(deps.database.records, recognizedLink)) return refused('link_blocked')
  const refusal = await refusedWhenFull(deps.files)
  if (refusal) return refusal
  onStage('asking')
  // Not awaited: a slow or dead server of segments must not delay the video. The page requests later what is missing.
  void readSegments(deps, recognizedLink, signal).catch(() => undefined)
  const resolution = await resolveVideo(deps, { ...recognizedLink, window: null, signal, isShown: true })
  if (!resolution.ok) {
    if (!isNoVideo(resolution)) return resolution
    const activeSources = Object.keys(await effectiveSources(deps)) as SourceId[]
    return { ...resolution, ...refusalOfLink(link, activeSources) }
  }
  if (resolution.value.durationSeconds > MAX_VIDEO_SECONDS) return refused('video_too_long')
  const details = detailsOf(resolution.value)
  if (!details) return refusedAsTooLong()
  onStage('describing')
  const video: VideoRecord = {
    id: newId(),
    viewerId: viewer.id,
    source: recognizedLink.source,
    reference: recognizedLink.reference,
    link: link.trim(),
    trim: resolution.value.live
      ? lastRange(resolution.value.durationSeconds, LIVE_LENGTHS[0])
      : openingRange(resolution.value.durationSeconds, recognizedLink),
    details,
    createdAt: deps.clock.now(),
  }
  return deps.database.transaction(async (records) => {
    await records.blocklist.hold()
    if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
    await records.videos.insert(video)
    return done(video)
  })
}

/** Whether a page that may be of PeerTube is none, so that its link is refused like any other. */
const isNoVideo = ({ code, trouble }: Refused): boolean => code === 'invalid_link' && trouble === undefined

/**
 * Reads the link of a source that is switched on. The source is queried about a user's clip, whose link names neither
 * its video nor its times.
 */
export async function readLink(
  deps: Deps<'database' | 'sources' | 'presets'>,
  link: string,
  signal: AbortSignal,
): Promise<Outcome<RecognizedLink>> {
  const sources = await effectiveSources(deps)
  const activeSources = Object.keys(sources) as SourceId[]
  const recognizedLink = recognizeLink(link, activeSources)
  if (recognizedLink) return done(recognizedLink)
  const clipId = youtubeClipId(link)
  if (clipId === null) return refusalOfLink(link, activeSources)
  if (!sources.youtube) return refused('source_off')
  const clip = await sources.youtube.findClip?.(clipId, signal)
  if (!clip?.ok) return clip ?? refusalOfLink(link, activeSources)
  const { reference, startTime, endTime } = clip
  return done({ source: 'youtube', reference, startTime, endTime })
}

/**
 * Refusal of an unrecognized link. A YouTube link gets its own code while YouTube is off; others get a sentence with
 * their site, if it is well known, and the accepted links.
 */
function refusalOfLink(link: string, activeSources: readonly SourceId[]): Refused {
  if (recognizeLink(link, ['youtube'])) return refused('source_off')
  const code = whyNoVideo(link)
  if (code !== 'invalid_link') return refused(code)
  const youtubeText = activeSources.includes('youtube') ? 'a YouTube video, ' : ''
  const hasMedia = activeSources.includes('media')
  const advice = hasMedia
    ? `Please enter the link of ${youtubeText}a media file or an HLS playlist.`
    : ERROR_MEANINGS.invalid_link
  const site = otherSiteOf(link, activeSources)
  const sites = namesOfSites(activeSources)
  if (sites.length > 0) {
    const names = [...(activeSources.includes('youtube') ? ['YouTube'] : []), ...sites].join(', ')
    const meaning = [
      ...(site === null ? [] : [REASON_MEANINGS.other_site(site)]),
      REASON_MEANINGS.accepts(names),
      ...(hasMedia ? ['Links of media files and HLS playlists are taken, too.'] : []),
    ].join(' ')
    return { ...refused(code, { meaning }), trouble: { reason: 'accepts', about: names } }
  }
  if (site === null) return refused(code, hasMedia ? { meaning: advice } : {})
  const meaning = `${REASON_MEANINGS.other_site(site)} ${advice}`
  return { ...refused(code, { meaning }), trouble: { reason: 'other_site', about: site } }
}
