import { pathFor } from '@kerf/contract/protocol/client'
import {
  type DownloadOption,
  type Filmstrip,
  readFilmstripSheet,
  readPreview,
  readThumbnail,
  readWaveform,
  type Video,
} from '@kerf/contract/video'
import type { QualityAccess } from '@kerf/domain/access/quality-access'
import { animationSources } from '@kerf/domain/formats/animation-rate'
import { originalCodecAndContainer } from '@kerf/domain/formats/format-choice'
import { QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { heightOfQuality, qualityLabel } from '@kerf/domain/formats/rendition-choice'
import { h264Seconds, sourceCodecClip, sourceCodecSeconds } from '@kerf/domain/formats/source-codec'
import { nameOfSource } from '@kerf/domain/links/source-ids'
import { bytesAt, clipBitrate } from '@kerf/domain/sizes/size-estimate'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { basePathOf } from '../shared/site-address.ts'
import { type ViewerLimits, viewerLimits } from '../shared/viewer-limits.ts'
import { knownMarks, type VideoMarks } from './read-marks.ts'

/**
 * Describes a video for a viewer (null: a new visitor): facts of the source, the saved range, and the download options.
 */
export async function describeVideo(
  deps: Deps<'database' | 'presets' | 'engine' | 'publicUrl' | 'submittedSegments' | 'sources'>,
  { video, viewer }: { video: VideoRecord; viewer: ViewerRecord | null },
): Promise<Video> {
  const { accessTo, isProOnly } = viewerLimits(viewer, await effectiveSettings(deps.database.records, deps.presets))
  return videoFor(video, {
    accessTo,
    isProOnly,
    hasAmpleMemory: deps.engine.hasAmpleMemory(),
    basePath: basePathOf(deps.publicUrl),
    marks: knownMarks(deps, video),
  })
}

/** Terms of a description. `basePath` is the prefix of all file paths. */
type VideoTerms = Pick<ViewerLimits, 'accessTo' | 'isProOnly'> & {
  hasAmpleMemory: boolean
  basePath: string
  marks?: VideoMarks
}

export function videoFor(video: VideoRecord, terms: VideoTerms): Video {
  const { details, trim } = video
  return {
    id: video.id,
    source: video.source,
    title: details.title,
    thumbnail: details.hasThumbnail ? terms.basePath + pathFor(readThumbnail, { id: video.id }) : null,
    duration: details.durationSeconds,
    startTime: trim.startTime,
    endTime: trim.endTime,
    youtubeUrl: video.source === 'youtube' ? `https://www.youtube.com/watch?v=${video.reference}` : null,
    url: video.link,
    channel: details.channel,
    views: details.views,
    publishedAt: details.publishedAt,
    frameRate: bestFrameRate(video),
    animationSources: animationSources(details.renditions),
    aspect: frameAspect(video),
    pageUrl: pageUrlOf(video),
    liveAt: details.live?.at ?? null,
    preview: hasOwnPlayer(video) ? null : terms.basePath + pathFor(readPreview, { id: video.id }),
    filmstrip: describeFilmstrip(video, terms.basePath),
    waveform: details.waveform
      ? { ...details.waveform, address: terms.basePath + pathFor(readWaveform, { id: video.id }) }
      : null,
    captions: details.captions ?? [],
    chapters: details.chapters ?? [],
    marks: terms.marks?.marks ?? [],
    hasMoreMarks: terms.marks?.isPartial ?? false,
    audioTracks: (details.audioTracks ?? []).map(({ id, language, label, isOriginal }) => ({
      id,
      language,
      label,
      isOriginal,
    })),
    options: QUALITY_IDS.map((quality) => describeOption(video, quality, terms)),
  }
}

/** Whether YouTube's player shows the video in the page. It counts the times of a live stream from another time. */
export const hasOwnPlayer = ({ source, details }: Pick<VideoRecord, 'source' | 'details'>): boolean =>
  source === 'youtube' && !details.live

/** The page of the video on its site. A media file has none. */
const pageUrlOf = ({ source, reference }: VideoRecord): string | null =>
  source !== 'youtube' && nameOfSource(source) ? reference : null

function describeOption(
  video: VideoRecord,
  quality: QualityId,
  { accessTo, isProOnly, hasAmpleMemory }: VideoTerms,
): DownloadOption {
  const { details, trim } = video
  const { format, codec } = QUALITIES[quality]
  const bitrate = clipBitrate(details.renditions, { quality, format }, details.durationSeconds)
  return {
    quality,
    label: qualityLabel(details.renditions, quality),
    height: heightOfQuality(details.renditions, quality),
    format,
    codec,
    original: describeOriginal(video, quality),
    ...describeWork(video, quality, hasAmpleMemory),
    bitrate: bitrate === null ? null : Math.round(bitrate),
    approxSize: bitrate === null ? null : bytesAt(bitrate, [trim]),
    isPro: isProOnly(quality),
    access: bitrate === null ? 'unavailable' : accessWord(accessTo(quality)),
  }
}

function describeOriginal({ details }: VideoRecord, quality: QualityId): DownloadOption['original'] {
  const { renditions, durationSeconds } = details
  const originalClip = originalCodecAndContainer(renditions, quality)
  return (
    originalClip && {
      ...originalClip,
      bitrate: clipBitrate(renditions, { quality, format: 'original' }, durationSeconds),
    }
  )
}

/** Estimated seconds to re-encode the range, as H.264 and in the source's codec. */
function describeWork(
  { details, trim }: VideoRecord,
  quality: QualityId,
  hasAmpleMemory: boolean,
): Pick<DownloadOption, 'sourceCodec' | 'h264Seconds'> {
  const { renditions, durationSeconds } = details
  const seconds = trim.endTime - trim.startTime
  const secondsAsH264 = h264Seconds(renditions, quality, seconds)
  const sourceCodec = sourceCodecClip(renditions, quality, { hasAmpleMemory })
  const form = { quality, format: 'original', options: { container: 'mp4' } } as const
  const bitrate = sourceCodec && clipBitrate(renditions, form, durationSeconds)
  return {
    sourceCodec: sourceCodec && {
      ...sourceCodec,
      bitrate: Math.round(bitrate ?? 0),
      seconds: roundToTenth(sourceCodecSeconds(sourceCodec, seconds)),
    },
    h264Seconds: secondsAsH264 === null ? null : roundToTenth(secondsAsH264),
  }
}

const roundToTenth = (seconds: number): number => Math.round(seconds * 10) / 10

function accessWord(access: QualityAccess): DownloadOption['access'] {
  if (access.allowed) return 'allowed'
  return access.reason === 'needs_account' ? 'sign_up' : 'upgrade'
}

function bestFrameRate({ details }: VideoRecord): number | null {
  const renditionsWithRate = details.renditions.filter((rendition) => rendition.frameRate !== null)
  return renditionsWithRate.length === 0
    ? null
    : Math.max(...renditionsWithRate.map((rendition) => rendition.frameRate ?? 0))
}

/**
 * Display aspect of the best rendition. A file may store rotated frames, but thumbnails are upright and show the true
 * shape.
 */
function frameAspect({ details: { renditions, filmstrip } }: VideoRecord): number | null {
  const shapes = renditions.flatMap(({ width, height }) => (width && height ? [{ width, height }] : []))
  const largestShape = shapes.sort((a, b) => b.height * b.width - a.height * a.width)[0]
  if (!largestShape) return filmstrip && filmstrip.frameWidth / filmstrip.frameHeight
  const aspect = largestShape.width / largestShape.height
  const isTurned = filmstrip !== null && filmstrip.frameWidth > filmstrip.frameHeight !== aspect > 1 && aspect !== 1
  return isTurned ? 1 / aspect : aspect
}

function describeFilmstrip(video: VideoRecord, basePath: string): Filmstrip | null {
  const { filmstrip } = video.details
  if (!filmstrip) return null
  const { sheetCount, ...shape } = filmstrip
  const sheets = Array.from(
    { length: sheetCount },
    (_, sheet) => basePath + pathFor(readFilmstripSheet, { id: video.id, sheet }),
  )
  return { ...shape, sheets }
}
