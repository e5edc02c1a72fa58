import { isAudio } from '@kerf/domain/formats/clip-format'
import { writeCrop } from '@kerf/domain/formats/crop'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode, shortTimecode } from '@kerf/domain/ranges/timecode'
import type { PlanFacts, Receipt } from '@kerf/server/open-link'
import type { FitArguments } from './arguments/read-fit.ts'

function describeMethod({ way, video }: PlanFacts): string {
  switch (way) {
    case 'copied':
      return 'copied bit for bit'
    case 'smart':
      return video ? describePieces(video.pieces) : 'copied, only the edges re-encoded'
    case 'transcoded':
      return 'every frame re-encoded'
    case 'still':
      return 'one frame'
    default:
      return isAudio(way) ? 'audio only' : 'animation'
  }
}

function describePieces(pieces: NonNullable<PlanFacts['video']>['pieces']): string {
  const countFrames = (method: 'copy' | 'encode') =>
    pieces.reduce((sum, piece) => (piece.how === method ? sum + piece.frames : sum), 0)
  const copiedCount = countFrames('copy')
  const encodedCount = countFrames('encode')
  return `${copiedCount} of ${formatFrames(copiedCount + encodedCount)} copied, ${encodedCount} re-encoded`
}

export function describePlan(title: string, plan: PlanFacts): string {
  const { clip, video, audio, neededBytes } = plan
  const span = `${shortTimecode(clip.startTime)} to ${shortTimecode(clip.endTime)}`
  const lines = [title, `${span}, ${formatSeconds(clip.durationSeconds)}: ${describeMethod(plan)}`]
  if (video) {
    const frames = video.frames === null ? 'frames counted while cutting' : formatFrames(video.frames)
    lines.push(`video  ${video.codec}, ${video.width}x${video.height}, ${frames}`)
    for (const { how, fromSeconds, toSeconds, frames } of video.pieces) {
      const times = `${formatTimecode(fromSeconds, 3)} - ${formatTimecode(toSeconds, 3)}`
      lines.push(`  ${how.padEnd(6)} ${times}  ${formatFrames(frames)}`)
    }
  }
  if (audio) lines.push(`audio  ${audio.codec}, ${audio.sampleRate} Hz, ${audio.channels} channels, ${audio.how}`)
  lines.push(`to read  ${neededBytes === null ? 'known after reading' : formatSize(neededBytes)}, without indexes`)
  return lines.join('\n')
}

/** Describes the options that adapt a clip to its purpose; null if there are none. */
export function describeFit({
  maxBytes,
  crop,
  loudness,
  fade,
  bitrate,
  animation,
  container,
}: FitArguments): string | null {
  const parts = [
    maxBytes !== undefined && `at most ${formatSize(maxBytes)}, in smaller frames if these come out badly`,
    crop && `cropped to ${writeCrop(crop)}`,
    loudness !== undefined && `loudness ${loudness} LUFS`,
    fade?.video !== undefined && `frames fade for ${formatSeconds(fade.video)}`,
    fade?.audio !== undefined && `audio fades for ${formatSeconds(fade.audio)}`,
    bitrate && `bitrate ${bitrate}`,
    animation && `${animation.width} pixels at ${animation.frameRate} fps`,
    container && `in an ${container}`,
  ].filter(Boolean)
  return parts.length > 0 ? `to fit  ${parts.join(', ')}` : null
}

const NOTE_SENTENCES = {
  audio_changes: 'the audio changes its channels or rate at',
  begins_later: 'the first frame that can be shown is at',
  ends_earlier: 'the recording breaks off at',
}
const LEFT_OUT_NAMES = { alpha: 'transparency', other_audio: 'other audio tracks', subtitles: 'subtitles' }

/** @param hasSubtitlesBeside whether subtitles are in files next to the clip, so that they do not count as left out */
export function describeReceipt(path: string, receipt: Receipt, hasSubtitlesBeside = false): string {
  const { clipBytes, durationSeconds, frames, framesReencoded, bytesFetched, wallMilliseconds } = receipt
  const videoFrames = frames > 0 ? `, ${formatFrames(frames)} (${framesReencoded} re-encoded)` : ''
  const cost = `${formatSize(bytesFetched)} read in ${(wallMilliseconds / 1000).toFixed(1)} s`
  const audioNote = receipt.isAudioCopied ? ', copied but for its edges' : ''
  const pixels = receipt.size && `, ${receipt.size.width}x${receipt.size.height}`
  const audio = [receipt.audioTrack && `, audio ${receipt.audioTrack}`, describeLoudness(receipt)]
  const tracks = [...audio, describeSubtitles(receipt)].filter(Boolean).join('')
  const omittedParts = (receipt.leftOut ?? [])
    .filter((part) => part !== 'subtitles' || !hasSubtitlesBeside)
    .map((part) => LEFT_OUT_NAMES[part])
    .join(', ')
  const notes = (receipt.notes ?? []).map(
    ({ kind, seconds }) => `; ${NOTE_SENTENCES[kind]} ${formatTimecode(seconds, 3)}`,
  )
  return `${path}: ${formatSeconds(durationSeconds)}${videoFrames}${audioNote}${pixels ?? ''}, ${formatSize(clipBytes)}${tracks}; ${cost}${omittedParts ? `; not included: ${omittedParts}` : ''}${notes.join('')}`
}

/** Explains why a clip has another extension than the typed path. */
export function describeRename(typedPath: string, container: NonNullable<Receipt['container']>): string {
  const kind = container === 'webm' ? 'a WebM' : 'an MP4'
  return `Not ${typedPath}: the codecs of this video make ${kind}.`
}

const describeLoudness = ({ loudness }: Receipt): string | undefined =>
  loudness && `, loudness ${loudness.before.toFixed(1)} to ${loudness.after.toFixed(1)} LUFS`

function describeSubtitles({ subtitles }: Receipt): string | null {
  if (!subtitles) return null
  const { label, as, cues } = subtitles
  return `, ${cues === 1 ? '1 subtitle' : `${cues} subtitles`} of ${label}${as === 'burned' ? ' burned in' : ''}`
}

/** Describes a range that was chosen through a chapter or words of the captions. */
export function describePart({ name, startTime, endTime }: TimeRange & { name: string }): string {
  return `${formatTimecode(startTime, 3)} - ${formatTimecode(endTime, 3)}  ${name}`
}

const formatFrames = (frames: number): string => (frames === 1 ? '1 frame' : `${frames} frames`)
const formatSeconds = (seconds: number): string => `${Number(seconds.toFixed(3))} s`
export const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
