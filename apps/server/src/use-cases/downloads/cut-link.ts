import type { cutLink as cutLinkCall } from '@kerf/contract/download'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { bestQuality } from '@kerf/domain/formats/best-quality'
import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { describeVideo } from '../videos/describe-video.ts'
import { processLink } from '../videos/process-link.ts'
import { type DownloadWithClip, requestDownload } from './request-download.ts'

interface CutLinkInput {
  body: BodyOf<typeof cutLinkCall>
  viewer: ViewerRecord
  ipAddress: string
  signal: AbortSignal
  /** Whether the order is a URL, which may be opened again at any time. */
  isAddress?: boolean
}

/**
 * Requests a clip of a link in one call. The default quality is the best that the viewer may use. Times of a running
 * stream are refused: they count from the lookup, which the caller has not seen.
 */
export async function cutLink(
  deps: Deps<
    | 'database'
    | 'sources'
    | 'presets'
    | 'files'
    | 'clock'
    | 'log'
    | 'ipAddressQuotaKey'
    | 'engine'
    | 'publicUrl'
    | 'submittedSegments'
  >,
  { body, viewer, ipAddress, signal, isAddress = false }: CutLinkInput,
): Promise<Outcome<DownloadWithClip>> {
  const { url, quality, ...request } = body
  const video = await processLink(deps, { link: url, viewer, signal })
  if (!video.ok) return video
  if (video.value.details.live && (isAddress || body.ranges)) return refused('video_live')
  const { id: videoId, options } = await describeVideo(deps, { video: video.value, viewer })
  // requestDownload refuses an unknown format.
  const format = CLIP_FORMATS.find((candidate) => candidate === request.format)
  const chosenQuality = quality ?? bestQuality(options, format) ?? options[0]?.quality ?? ''
  return requestDownload(deps, { videoId, body: { ...request, quality: chosenQuality }, viewer, ipAddress })
}
