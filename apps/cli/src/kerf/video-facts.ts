import { QUALITIES, type QualityId } from '@kerf/domain/formats/quality'
import { heightOf, heightOfQuality, type Rendition } from '@kerf/domain/formats/rendition-choice'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { OpenedVideo } from '@kerf/server/open-link'
import { formatSize } from './describe-cut.ts'

type ShownRendition = Omit<Rendition, 'audioPreference'>

/** The facts and choices of a video as plain data, with the ids and names for the options. */
export function videoFactsOf(video: OpenedVideo) {
  const { title, channel, durationSeconds, qualities, captions, audioTracks, chapters } = video
  const renditions = video.renditions
    .toSorted((a, b) => (heightOf(b) ?? 0) - (heightOf(a) ?? 0))
    .map(({ audioPreference: _, ...facts }) => facts)
  return { title, channel, durationSeconds, qualities, renditions, captions, audioTracks, chapters }
}

export function formatVideoFacts(facts: ReturnType<typeof videoFactsOf>): string {
  const { title, channel, durationSeconds, qualities } = facts
  const idsAndLabels = (choices: readonly { id: string; label: string }[]) =>
    choices.map(({ id, label }) => [id, label])
  const chapterRows = facts.chapters.map((chapter, index) => [
    String(index + 1),
    `${shortTimecode(chapter.startTime)} - ${shortTimecode(chapter.endTime)}  ${chapter.title}`,
  ])
  return [
    `${title}, ${shortTimecode(durationSeconds)}${channel ? `, by ${channel}` : ''}`,
    `qualities for -q: ${qualities.map((quality) => nameOfQuality(quality, facts.renditions)).join(', ') || 'none'}`,
    ...(facts.renditions.length > 0 ? formatTable('media', facts.renditions.map(mediaRow)) : []),
    ...formatTable('captions', idsAndLabels(facts.captions)),
    ...formatTable('audio tracks', idsAndLabels(facts.audioTracks)),
    ...formatTable('chapters', chapterRows),
  ].join('\n')
}

/** The name of a quality, such as `720p`, or `360p (240p)` if the rendition for it has another height. */
function nameOfQuality(quality: QualityId, renditions: readonly ShownRendition[]): string {
  const height = heightOfQuality(renditions, quality)
  return height === QUALITIES[quality].height ? quality : `${quality} (${height}p)`
}

/** A row such as `1920x1080  30 fps  avc1.640028 + mp4a.40.2  mp4  12.3 MB`. */
function mediaRow(rendition: ShownRendition): string[] {
  const { width, height, frameRate, videoCodec, audioCodec, container, audioTrack, sizeBytes, bitrate } = rendition
  return [
    rendition.carries === 'audio' ? 'audio' : `${width ?? '?'}x${height ?? '?'}`,
    frameRate === null ? '' : `${Number(frameRate.toFixed(3))} fps`,
    [videoCodec, audioCodec].filter((codec) => codec !== null).join(' + '),
    container,
    bitrate === null ? '' : `${Math.round(bitrate / 1000)} kb/s`,
    sizeBytes === null ? '' : formatSize(sizeBytes),
    audioTrack ?? '',
  ]
}

function formatTable(name: string, rows: readonly string[][]): string[] {
  if (rows.length === 0) return [`${name}: none${name === 'audio tracks' ? ' to choose from' : ''}`]
  const columns = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)))
  const formatRow = (row: readonly string[]) =>
    row.flatMap((cell, index) => (columns[index] ? [cell.padEnd(columns[index])] : []))
  return [`${name}:`, ...rows.map((row) => `  ${formatRow(row).join('  ').trimEnd()}`)]
}
