import { isAudio } from '@kerf/domain/formats/clip-format'
import { writeCrop } from '@kerf/domain/formats/crop'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode, shortTimecode } from '@kerf/domain/ranges/timecode'
import type { PlanFacts, Receipt } from '@kerf/server/open-link'
import type { Fit } from './arguments/read-fit.ts'

function describeWay({ way, video }: PlanFacts): string {
  switch (way) {
    case 'copied':
      return 'copied bit for bit'
    case 'smart':
      return video ? countedWay(video.pieces) : 'copied, only the edges re-encoded'
    case 'transcoded':
      return 'every frame re-encoded'
    case 'still':
      return 'one frame'
    default:
      return isAudio(way) ? 'audio only' : 'animation'
  }
}

function countedWay(pieces: NonNullable<PlanFacts['video']>['pieces']): string {
  const framesOf = (how: 'copy' | 'encode') =>
    pieces.reduce((sum, piece) => (piece.how === how ? sum + piece.frames : sum), 0)
  const copiedCount = framesOf('copy')
  const encodedCount = framesOf('encode')
  return `${copiedCount} of ${framesLong(copiedCount + encodedCount)} copied, ${encodedCount} re-encoded`
}

export function describePlan(title: string, plan: PlanFacts): string {
  const { clip, video, audio, neededBytes } = plan
  const span = `${shortTimecode(clip.startTime)} to ${shortTimecode(clip.endTime)}`
  const lines = [title, `${span}, ${secondsLong(clip.durationSeconds)}: ${describeWay(plan)}`]
  if (video) {
    const frames = video.frames === null ? 'frames counted while cutting' : framesLong(video.frames)
    lines.push(`video  ${video.codec}, ${video.width}x${video.height}, ${frames}`)
    for (const { how, fromSeconds, toSeconds, frames } of video.pieces) {
      const times = `${formatTimecode(fromSeconds, 3)} - ${formatTimecode(toSeconds, 3)}`
      lines.push(`  ${how.padEnd(6)} ${times}  ${framesLong(frames)}`)
    }
  }
  if (audio) lines.push(`audio  ${audio.codec}, ${audio.sampleRate} Hz, ${audio.channels} channels, ${audio.how}`)
  lines.push(`to read  ${neededBytes === null ? 'known after reading' : size(neededBytes)}, without indexes`)
  return lines.join('\n')
}

/** Describes the options that make a clip fit its purpose; null if there are none. */
export function describeFit({ maxBytes, crop, loudness, fade, bitrate, animation, container }: Fit): string | null {
  const parts = [
    maxBytes !== undefined && `at most ${size(maxBytes)}, in smaller frames if these come out badly`,
    crop && `cropped to ${writeCrop(crop)}`,
    loudness !== undefined && `loudness ${loudness} LUFS`,
    fade?.video !== undefined && `frames fade for ${secondsLong(fade.video)}`,
    fade?.audio !== undefined && `audio fades for ${secondsLong(fade.audio)}`,
    bitrate && `bitrate ${bitrate}`,
    animation && `${animation.width} pixels at ${animation.frameRate} fps`,
    container && `in an ${container}`,
  ].filter(Boolean)
  return parts.length > 0 ? `to fit  ${parts.join(', ')}` : null
}

const NOTE_WORDS = {
  audio_changes: 'the audio changes its channels or rate at',
  begins_later: 'the first frame that can be shown is at',
  ends_earlier: 'the recording breaks off at',
}
const LEFT_OUT_WORDS = { alpha: 'transparency', other_audio: 'other audio tracks', subtitles: 'subtitles' }

/** @param hasSubtitlesBeside whether subtitles are in files next to the clip, so that they do not count as left out */
export function describeReceipt(path: string, receipt: Receipt, hasSubtitlesBeside = false): string {
  const { clipBytes, durationSeconds, frames, framesReencoded, bytesFetched, wallMilliseconds } = receipt
  const videoFrames = frames > 0 ? `, ${framesLong(frames)} (${framesReencoded} re-encoded)` : ''
  const cost = `${size(bytesFetched)} read in ${(wallMilliseconds / 1000).toFixed(1)} s`
  const how = receipt.isAudioCopied ? ', copied but for its edges' : ''
  const pixels = receipt.size && `, ${receipt.size.width}x${receipt.size.height}`
  const audio = [receipt.audioTrack && `, audio ${receipt.audioTrack}`, loudnessOf(receipt)]
  const tracks = [...audio, subtitlesIn(receipt)].filter(Boolean).join('')
  const leftOut = (receipt.leftOut ?? [])
    .filter((part) => part !== 'subtitles' || !hasSubtitlesBeside)
    .map((part) => LEFT_OUT_WORDS[part])
    .join(', ')
  const notes = (receipt.notes ?? []).map(({ kind, seconds }) => `; ${NOTE_WORDS[kind]} ${formatTimecode(seconds, 3)}`)
  return `${path}: ${secondsLong(durationSeconds)}${videoFrames}${how}${pixels ?? ''}, ${size(clipBytes)}${tracks}; ${cost}${leftOut ? `; not included: ${leftOut}` : ''}${notes.join('')}`
}

/** Says why a clip has another ending than its path was typed with. */
export function describeRename(typedPath: string, container: NonNullable<Receipt['container']>): string {
  const kind = container === 'webm' ? 'a WebM' : 'an MP4'
  return `Not ${typedPath}: the codecs of this video make ${kind}.`
}

const loudnessOf = ({ loudness }: Receipt): string | undefined =>
  loudness && `, loudness ${loudness.before.toFixed(1)} to ${loudness.after.toFixed(1)} LUFS`

function subtitlesIn({ subtitles }: Receipt): string | null {
  if (!subtitles) return null
  const { label, as, cues } = subtitles
  return `, ${cues === 1 ? '1 subtitle' : `${cues} subtitles`} of ${label}${as === 'burned' ? ' burned in' : ''}`
}

/** Describes a range that was chosen by its chapter or by words of the captions. */
export function describePart({ name, startTime, endTime }: TimeRange & { name: string }): string {
  return `${formatTimecode(startTime, 3)} - ${formatTimecode(endTime, 3)}  ${name}`
}

const framesLong = (frames: number): string => (frames === 1 ? '1 frame' : `${frames} frames`)
const secondsLong = (seconds: number): string => `${Number(seconds.toFixed(3))} s`
export const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
