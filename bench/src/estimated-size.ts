import { readSizeIndex } from '@kerf/cutter'
import type { OpenedMedia } from '@kerf/cutter/open-media'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { Rendition } from '@kerf/domain/formats/rendition-choice'
import { formSize, MOST_SEGMENTS } from '@kerf/domain/sizes/clip-size-index'
import { estimateFrames } from '@kerf/domain/sizes/estimate-range'

const QUALITY: QualityId = '1080p'
const NOTHING_KNOWN = { frameRate: null, bitrate: null, audioPreference: 0 }

/**
 * What people are told of a clip's frames before they ask for it, in bytes, as the server reckons it: a clip is made as large
 * as that, which is work that a clip of any size does not have.
 * @param files sizes in bytes; audio: null where the audio is in the same file
 */
export async function estimatedFrameBytes(
  media: OpenedMedia,
  files: { video: number; audio: number | null },
): Promise<(range: { startSeconds: number; endSeconds: number }) => number | undefined> {
  const { durationSeconds, video } = media.facts
  const frame: Rendition = {
    ...NOTHING_KNOWN,
    id: 'video',
    carries: files.audio === null ? 'both' : 'video',
    container: 'mp4',
    videoCodec: 'avc1.640028',
    audioCodec: files.audio === null ? 'mp4a.40.2' : null,
    width: video?.width ?? null,
    height: video?.height ?? null,
    sizeBytes: files.video,
  }
  const audio: Rendition = {
    ...NOTHING_KNOWN,
    id: 'audio',
    carries: 'audio',
    container: 'm4a',
    videoCodec: null,
    audioCodec: 'mp4a.40.2',
    width: null,
    height: null,
    sizeBytes: files.audio,
  }
  const renditions = files.audio === null ? [frame] : [frame, audio]
  const sizeIndex = await readSizeIndex(media, MOST_SEGMENTS)
  const weight =
    sizeIndex &&
    formSize(renditions, { quality: QUALITY, format: 'mp4' }, { durationSeconds, artworkBytes: 0 }, sizeIndex)
  return (range) =>
    sizeIndex && weight
      ? estimateFrames(sizeIndex, weight, { startTime: range.startSeconds, endTime: range.endSeconds })
      : undefined
}
