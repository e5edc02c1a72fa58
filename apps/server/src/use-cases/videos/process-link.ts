import type { ProcessStage } from '@kerf/contract/process-events'
import { otherSiteOf } from '@kerf/domain/links/other-site'
import { recognizeLink, whyNoVideo } from '@kerf/domain/links/recognize-link'
import { namesOfSites, type SourceId } from '@kerf/domain/links/source-ids'
import { MAX_VIDEO_SECONDS, openingRange } from '@kerf/domain/ranges/time-range'
import { ERROR_MEANINGS, REASON_MEANINGS } from '@kerf/messages/error-meanings'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { refusedWhenFull } from '../shared/disk-room.ts'
import { effectiveSources } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { detailsOf, refusedAsTooLong } from './bounded-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { resolveVideo } from './resolve-video.ts'

export async function processLink(
  deps: Deps<'database' | 'files' | 'sources' | 'presets' | 'clock' | 'log'>,
  {
    link,
    viewer,
    signal,
    onStage = () => undefined,
  }: { link: string; viewer: ViewerRecord; signal: AbortSignal; onStage?: (stage: ProcessStage) => void },
): Promise<Outcome<VideoRecord>> {
  const enabled = Object.keys(await effectiveSources(deps)) as SourceId[]
  const recognizedLink = recognizeLink(link, enabled)
  if (!recognizedLink) return notRecognized(link, enabled)
  // Checked before the source is asked, and again below with the channel, in the transaction that stores the video.
  if (await isBlocked(deps.database.records, recognizedLink)) return refused('link_blocked')
  const refusal = await refusedWhenFull(deps.files)
  if (refusal) return refusal
  onStage('asking')
  const resolution = await resolveVideo(deps, { ...recognizedLink, signal, isShown: true })
  if (!resolution.ok) return isNoVideo(resolution) ? { ...resolution, ...notRecognized(link, enabled) } : resolution
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
    trim: openingRange(resolution.value.durationSeconds, recognizedLink),
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
 * Refusal of an unrecognized link. A YouTube link gets its own code while YouTube is off; others get a sentence with
 * their site, if it is well known, and the accepted links.
 */
function notRecognized(link: string, enabled: readonly SourceId[]): Refused {
  if (recognizeLink(link, ['youtube'])) return refused('source_off')
  const why = whyNoVideo(link)
  if (why !== 'invalid_link') return refused(why)
  const youtube = enabled.includes('youtube') ? 'a YouTube video, ' : ''
  const hasMedia = enabled.includes('media')
  const accepted = hasMedia
    ? `Please enter the link of ${youtube}a media file or an HLS playlist.`
    : ERROR_MEANINGS.invalid_link
  const site = otherSiteOf(link, enabled)
  const sites = namesOfSites(enabled)
  if (sites.length > 0) {
    const names = [...(enabled.includes('youtube') ? ['YouTube'] : []), ...sites].join(', ')
    const meaning = [
      ...(site === null ? [] : [REASON_MEANINGS.other_site(site)]),
      REASON_MEANINGS.accepts(names),
      ...(hasMedia ? ['Links of media files and HLS playlists are taken, too.'] : []),
    ].join(' ')
    return { ...refused(why, { meaning }), trouble: { reason: 'accepts', about: names } }
  }
  if (site === null) return refused(why, hasMedia ? { meaning: accepted } : {})
  const meaning = `${REASON_MEANINGS.other_site(site)} ${accepted}`
  return { ...refused(why, { meaning }), trouble: { reason: 'other_site', about: site } }
}
