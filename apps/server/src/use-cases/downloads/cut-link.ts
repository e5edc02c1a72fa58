import type { cutLink as cutLinkCall } from '@kerf/contract/download'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { bestQuality } from '@kerf/domain/formats/best-quality'
import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import type { Outcome } from '../shared/outcome.ts'
import { describeVideo } from '../videos/describe-video.ts'
import { processLink } from '../videos/process-link.ts'
import { type DownloadWithClip, requestDownload } from './request-download.ts'

interface AskedClip {
  asked: BodyOf<typeof cutLinkCall>
  viewer: ViewerRecord
  address: string
  signal: AbortSignal
}

/** A clip of a link in one call: in the best quality that the viewer may have, unless one is named. */
export async function cutLink(
  deps: Deps<
    'database' | 'sources' | 'presets' | 'files' | 'clock' | 'log' | 'addressQuotaKey' | 'hasPlans' | 'engine'
  >,
  { asked, viewer, address, signal }: AskedClip,
): Promise<Outcome<DownloadWithClip>> {
  const { url, quality, ...rest } = asked
  const video = await processLink(deps, { link: url, viewer, signal })
  if (!video.ok) return video
  const { id: videoId, options } = await describeVideo(deps, { video: video.value, viewer })
  // An unknown format is refused with the download.
  const format = CLIP_FORMATS.find((known) => known === rest.format)
  const chosen = quality ?? bestQuality(options, format) ?? options[0]?.quality ?? ''
  return requestDownload(deps, { videoId, asked: { ...rest, quality: chosen }, viewer, address })
}
