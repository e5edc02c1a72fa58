import { isAudio } from '@kerf/domain/formats/clip-format'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode, shortTimecode } from '@kerf/domain/ranges/timecode'
import type { FoundVideo, PlannedCut, Receipt } from '@kerf/server/open-link'

function describeWay(way: PlannedCut['way']): string {
  switch (way) {
    case 'copied':
      return 'copied bit for bit'
    case 'smart':
      return 'copied, only the edges re-encoded'
    case 'transcoded':
      return 're-encoded'
    case 'still':
      return 'one frame'
    default:
      return isAudio(way) ? 'audio only' : 'animation'
  }
}

export function describePlan(title: string, plan: PlannedCut): string {
  const { clip, video, audio, neededBytes } = plan
  const span = `${shortTimecode(clip.startTime)} to ${shortTimecode(clip.endTime)}`
  const lines = [title, `${span}, ${secondsLong(clip.durationSeconds)}: ${describeWay(plan.way)}`]
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

const LEFT_OUT_WORDS = { alpha: 'transparency', other_audio: 'other audio tracks', subtitles: 'subtitles' }

export function describeReceipt(path: string, receipt: Receipt): string {
  const { clipBytes, durationSeconds, frames, framesReencoded, bytesFetched, wallMilliseconds } = receipt
  const videoFrames = frames > 0 ? `, ${framesLong(frames)} (${framesReencoded} re-encoded)` : ''
  const took = `${size(bytesFetched)} read in ${(wallMilliseconds / 1000).toFixed(1)} s`
  const tracks = [receipt.audioTrack && `, audio ${receipt.audioTrack}`, subtitlesIn(receipt)].filter(Boolean).join('')
  const leftOut = receipt.leftOut?.map((left) => LEFT_OUT_WORDS[left]).join(', ')
  return `${path}: ${secondsLong(durationSeconds)}${videoFrames}, ${size(clipBytes)}${tracks}; ${took}${leftOut ? `; not included: ${leftOut}` : ''}`
}

function subtitlesIn({ subtitles }: Receipt): string | null {
  if (!subtitles) return null
  const { label, as, cues } = subtitles
  return `, ${cues === 1 ? '1 subtitle' : `${cues} subtitles`} of ${label}${as === 'burned' ? ' burned in' : ''}`
}

/** A place that was named by its chapter or by what is said there. */
export function describePart({ name, startTime, endTime }: TimeRange & { name: string }): string {
  return `${formatTimecode(startTime, 3)} - ${formatTimecode(endTime, 3)}  ${name}`
}

/** What there is to choose from: the ids, titles and numbers that options take. */
export function describeChoices({ title, durationSeconds, captions, audioTracks, chapters }: Choices): string {
  const named = (choices: readonly { id: string; label: string }[]) => choices.map(({ id, label }) => [id, label])
  const parts = chapters.map((chapter, at) => [
    String(at + 1),
    `${shortTimecode(chapter.startTime)} - ${shortTimecode(chapter.endTime)}  ${chapter.title}`,
  ])
  return [
    `${title}, ${shortTimecode(durationSeconds)}`,
    ...table('captions', named(captions)),
    ...table('audio tracks', named(audioTracks)),
    ...table('chapters', parts),
  ].join('\n')
}

type Choices = Pick<FoundVideo, 'title' | 'durationSeconds' | 'captions' | 'audioTracks' | 'chapters'>

function table(name: string, rows: readonly string[][]): string[] {
  if (rows.length === 0) return [`${name}: none${name === 'audio tracks' ? ' to choose from' : ''}`]
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return [`${name}:`, ...rows.map(([first = '', ...rest]) => `  ${first.padEnd(width)}  ${rest.join('  ')}`)]
}

const framesLong = (frames: number): string => (frames === 1 ? '1 frame' : `${frames} frames`)
const secondsLong = (seconds: number): string => `${Number(seconds.toFixed(3))} s`
const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
