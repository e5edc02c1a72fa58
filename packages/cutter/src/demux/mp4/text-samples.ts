import type { SubtitleCue } from '../../api/subtitles.ts'
import { withoutWebvttMarkup } from '../common/plain-text.ts'
import { type Box, boxesBetween, findBox } from './boxes.ts'

const BIG_ENDIAN_MARK = 0xfeff
const LITTLE_ENDIAN_MARK = 0xfffe

/** Reads the text of a mov_text or QuickTime sample: the length, the text, and boxes with styles, which are ignored. */
export function textOfSample(sample: Buffer): string {
  if (sample.length < 2) return ''
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0))
  const byteOrderMark = text.length >= 2 ? text.readUInt16BE(0) : 0
  if (byteOrderMark !== BIG_ENDIAN_MARK && byteOrderMark !== LITTLE_ENDIAN_MARK) return text.toString('utf8')
  const units = Buffer.from(text.subarray(2, text.length - (text.length % 2)))
  return (byteOrderMark === BIG_ENDIAN_MARK ? units.swap16() : units).toString('utf16le')
}

/**
 * Yields the cues of a WebVTT sample. `source` identifies a cue that is split over several samples; 0 if it is absent.
 */
export function* webvttCues(sample: Buffer): Generator<{ text: string; source: number }> {
  for (const box of boxesBetween(sample, 0, sample.length)) {
    if (box.type !== 'vttc') continue
    const payload = findBox(sample, box, 'payl')
    const source = findBox(sample, box, 'vsid')
    const text = payload ? withoutWebvttMarkup(sample.toString('utf8', payload.bodyStart, payload.end)) : ''
    yield { text, source: numberIn(sample, source) }
  }
}

function numberIn(sample: Buffer, box: Box | null): number {
  return box && box.end - box.bodyStart >= 4 ? sample.readUInt32BE(box.bodyStart) : 0
}

/** Joins cues that were split over several samples, because another cue began or ended during them. */
export function joinedCues(samples: readonly (SubtitleCue & { source: number })[]): SubtitleCue[] {
  const cues: SubtitleCue[] = []
  const latestCues = new Map<string, SubtitleCue>()
  for (const { source, ...cue } of samples) {
    const key = `${source} ${cue.text}`
    const previousCue = latestCues.get(key)
    if (previousCue && previousCue.endTime === cue.startTime) {
      previousCue.endTime = cue.endTime
    } else {
      cues.push(cue)
      latestCues.set(key, cue)
    }
  }
  return cues
}
