import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { fitInShort } from '#messages/clips/fit.ts'
import { otherClipWords } from '#messages/clips/formats.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { type ClipChoice, differencesOf } from '../../data/ranges/clip-choice.ts'
import { fitSummary } from '../../data/ranges/fit-summary.ts'
import { type ListedDownload, rangesOf } from './option-row.ts'

const words = toolWords.downloads

interface ClipContext {
  choice: ClipChoice
  /** Width of the video divided by its height. */
  aspect: number
}

interface EarlierClipsProps extends ClipContext {
  clips: readonly ListedDownload[]
  onSave: (clip: ListedDownload) => void
}

/** Finished clips of the same row that differ from the current choice. */
export function EarlierClips({ clips, onSave, ...context }: EarlierClipsProps) {
  return clips.map((clip) => (
    <p className="option-meta" key={clip.id}>
      <button
        type="button"
        className="tap-area text-left whitespace-normal text-ink underline underline-offset-[0.22em]"
        onClick={() => onSave(clip)}
      >
        {words.saveRange(describeClip(clip, context))}
      </button>
    </p>
  ))
}

function describeRanges(ranges: readonly TimeRange[]): string {
  const [range] = ranges
  return ranges.length > 1 || !range
    ? words.joined(ranges.length, shortTimecode(rangesSeconds(ranges)))
    : toolWords.trim.updated(shortTimecode(range.startTime), shortTimecode(range.endTime))
}

/** Ranges of a clip, and its differences from the current choice, in words. */
export function describeClip(clip: ListedDownload, { choice, aspect }: ClipContext): string {
  const { audio, subtitles, fit } = differencesOf(clip, choice)
  return [
    describeRanges(rangesOf(clip)),
    ...(audio ? [otherClipWords.otherAudio] : []),
    ...(subtitles ? [otherClipWords[clip.subtitles?.as ?? 'noSubtitles']] : []),
    ...(fit ? [fitSummary(clip, aspect) || fitInShort.nothing] : []),
  ].join(', ')
}
