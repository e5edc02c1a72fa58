import { formatTimecode, shortTimecode } from '@kerf/domain/ranges/timecode'
import type { PlannedCut, Receipt } from '@kerf/server/open-link'

const WAYS: Record<PlannedCut['way'], string> = {
  copied: 'copied bit for bit',
  smart: 'copied, but for its edges',
  transcoded: 'encoded anew',
  mp3: 'sound alone, encoded anew',
  gif: 'small moving pictures',
  webp: 'small moving pictures',
  still: 'one picture',
}

/** The plan of a cut as a person reads it. */
export function tellPlan(title: string, plan: PlannedCut): string {
  const { clip, picture, sound, neededBytes } = plan
  const span = `${shortTimecode(clip.startTime)} to ${shortTimecode(clip.endTime)}`
  const lines = [title, `${span}, ${secondsLong(clip.durationSeconds)}: ${WAYS[plan.way]}`]
  if (picture) {
    const frames = picture.frames === null ? 'frames counted on the way' : framesLong(picture.frames)
    lines.push(`picture  ${picture.codec}, ${picture.width}x${picture.height}, ${frames}`)
    for (const { how, fromSeconds, toSeconds, frames } of picture.pieces) {
      const times = `${formatTimecode(fromSeconds, 3)} - ${formatTimecode(toSeconds, 3)}`
      lines.push(`  ${how.padEnd(6)} ${times}  ${framesLong(frames)}`)
    }
  }
  if (sound) {
    lines.push(`sound    ${sound.codec}, ${sound.sampleRate} Hz, ${sound.channels} channels, ${sound.how}`)
  }
  lines.push(`to read  ${neededBytes === null ? 'found out on the way' : size(neededBytes)}, indexes apart`)
  return lines.join('\n')
}

/** What became of it, in a line. */
export function tellReceipt(path: string, receipt: Receipt): string {
  const { clipBytes, durationSeconds, frames, framesReencoded, bytesFetched, wallMilliseconds } = receipt
  const pictures = frames > 0 ? `, ${framesLong(frames)} (${framesReencoded} encoded anew)` : ''
  const took = `${size(bytesFetched)} read in ${(wallMilliseconds / 1000).toFixed(1)} s`
  return `${path}: ${secondsLong(durationSeconds)}${pictures}, ${size(clipBytes)}; ${took}`
}

const framesLong = (frames: number): string => (frames === 1 ? '1 frame' : `${frames} frames`)
const secondsLong = (seconds: number): string => `${Number(seconds.toFixed(3))} s`
const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
