import type { ClipSpec } from '@kerf/cutter/api/clip-spec'
import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import type { Crop } from '@kerf/domain/formats/crop'
import { areaOf } from '@kerf/domain/formats/crop'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'

/** Forms of a clip that the page offers. */
const DEVICE_FORMATS = ['video', 'original', 'm4a', 'mp3', 'opus', 'flac', 'wav'] as const
export type DeviceFormat = (typeof DEVICE_FORMATS)[number]

/** Codecs that fit into a clip of form `original`. An H.264 video is an MP4 already. */
const ORIGINAL_CODECS: readonly string[] = ['vp8', 'vp9', 'av1']
/** Media types of clips, by the ending of their names. */
const MEDIA_TYPES = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
} as const
const MP3_BITRATE = 320_000

/** Forms that fit the open file, the most usual first. */
export function deviceFormatsFor({ video, audio }: MediaFacts): DeviceFormat[] {
  const isOffered: Partial<Record<DeviceFormat, boolean>> = {
    video: video !== null,
    original: video !== null && ORIGINAL_CODECS.includes(video.codec),
  }
  return DEVICE_FORMATS.filter((form) => isOffered[form] ?? audio !== null)
}

/** Order to the engine for a form. A crop is for video alone. */
export function clipSpecOf(form: DeviceFormat, title: string, crop: Crop | undefined, aspect: number): ClipSpec {
  switch (form) {
    case 'video':
      return { kind: 'video', height: null, ...(crop !== undefined && { crop: areaOf(crop, aspect) }) }
    case 'original':
      return { kind: 'original' }
    case 'mp3':
      return { kind: 'mp3', bitrate: MP3_BITRATE, tags: { title } }
    default:
      return { kind: form, tags: { title } }
  }
}

export interface ClipFile {
  name: string
  mediaType: string
  /** Ending of the name, with its dot. */
  ending: string
}

/** Name of a clip: that of its file with the times of the clip, `holiday 0.10.000-0.13.500.mp4`. */
export function clipFile(fileName: string, ranges: readonly TimeRange[], container: string): ClipFile {
  const ending = `.${container}`
  const base = fileName.replace(/\.[^.]{1,5}$/, '')
  const from = Math.min(...ranges.map(({ startTime }) => startTime))
  const to = Math.max(...ranges.map(({ endTime }) => endTime))
  const times = [from, to].map((seconds) => formatTimecode(seconds, 3).replaceAll(':', '.'))
  return {
    name: `${base} ${times.join('-')}${ending}`,
    mediaType: MEDIA_TYPES[container as keyof typeof MEDIA_TYPES] ?? 'application/octet-stream',
    ending,
  }
}
