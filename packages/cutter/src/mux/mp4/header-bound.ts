import type { MediaChapter } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import { countRuns } from '../../bitstream/mp4-boxes.ts'
import { type PacketList, sortedTimes } from '../../demux/common/packet-list.ts'
import type { ClipAudio, ClipFrames, CutTask } from '../../plan/cut-task.ts'
import { AAC_FRAME, sampleCountOf } from '../../plan/plan-audio.ts'
import { type SpliceVideoTask, type TranscodeVideoTask, videoSeconds } from '../../plan/plan-video.ts'
import { maxTextPackets } from './text-track.ts'

/** Duration of the chunks in which video and audio alternate, so that players need not seek. */
export const CHUNK_SECONDS = 0.5

/** Bytes of the boxes of fixed size, the sample entries and their parameter sets. */
const FIXED_BYTES = 4096
// Bytes of one table row: a run in stts or ctts, a size in stsz, a sync sample in stss, a chunk in stsc plus co64.
const RUN_ROW_BYTES = 8
const SIZE_ROW_BYTES = 4
const SYNC_ROW_BYTES = 4
const CHUNK_ROWS_BYTES = 12 + 8
/** Smallest distance of keyframes among encoded frames. Only the first scene cut of x264 may be nearer. */
const MIN_KEY_DISTANCE = 6
/** Margins for a track whose frames were not counted, because the frame rate may be higher in the range. */
const UNCOUNTED_FRAMES_FACTOR = 1.1
const UNCOUNTED_EXTRA_FRAMES = 32
/** Frame rate to assume for a track that does not state its own. */
const ASSUMED_FRAME_RATE = 30
/** Packets of audio beyond those of the range, at both ends together. */
const AUDIO_EDGE_PACKETS = 4

/** Bytes of a text track without its tables. */
const TEXT_TRACK_BYTES = 1024
/** Largest row in the list of chapters: time, length, and a 255-byte title. */
const CHAPTER_ROW_BYTES = 9 + 255

/** Subtitles and chapters that become tracks. */
export interface TextOfTracks {
  subtitles: readonly TimeRange[]
  chapters: readonly MediaChapter[]
}

/** Maximum header size of a planned clip in bytes. It is only an estimate if the frames were not counted. */
export function headerBound({ video, audio }: CutTask, { subtitles, chapters }: TextOfTracks): number {
  if (!video) return 0
  const chunksOfTrack = Math.ceil(videoSeconds(video.parts) / CHUNK_SECONDS) + 2
  const chunkBytes = chunksOfTrack * CHUNK_ROWS_BYTES * (audio ? 2 : 1)
  const textBytes = [subtitles, chapters].reduce((sum, texts) => sum + textTrackBytes(texts, chunksOfTrack), 0)
  const listBytes = chapters.length * CHAPTER_ROW_BYTES
  const trackBytes = configurationBytes(video) + videoTableBytes(video) + audioTableBytes(audio) + textBytes
  return Math.ceil(FIXED_BYTES + chunkBytes + trackBytes + listBytes)
}

/** Maximum header size of a clip without video, in bytes. @param tagBytes size of its tags */
export function audioHeaderBound(audio: ClipAudio, tagBytes: number): number {
  const seconds = sampleCountOf(audio.parts) / audio.parts[0]!.sampleRate
  return Math.ceil(FIXED_BYTES + (seconds / CHUNK_SECONDS + 2) * CHUNK_ROWS_BYTES + audioTableBytes(audio) + tagBytes)
}

function textTrackBytes(texts: readonly TimeRange[], chunksOfTrack: number): number {
  if (texts.length === 0) return 0
  const packets = maxTextPackets(texts.length)
  return (
    TEXT_TRACK_BYTES + packets * (SIZE_ROW_BYTES + RUN_ROW_BYTES) + Math.min(packets, chunksOfTrack) * CHUNK_ROWS_BYTES
  )
}

function configurationBytes(video: ClipFrames): number {
  const { configurations, displayBoxes } = video.parts[0]!.opened.description
  return [...configurations, ...displayBoxes].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0)
}

function audioTableBytes(audio: ClipAudio | null): number {
  return audio ? SIZE_ROW_BYTES * (sampleCountOf(audio.parts) / AAC_FRAME + AUDIO_EDGE_PACKETS) : 0
}

function videoTableBytes(video: ClipFrames): number {
  return video.kind === 'splice'
    ? video.parts.reduce((sum, part) => sum + spliceBytes(part), 0)
    : video.parts.reduce((sum, part) => sum + transcodeBytes(part), 0)
}

function spliceBytes({ plan, packets, window }: SpliceVideoTask): number {
  const encodedFrames = (plan.head?.frames ?? 0) + (plan.tail?.frames ?? 0)
  const copiedPackets = packets.slice(plan.copy?.from ?? 0, plan.copy?.to ?? 0)
  const syncs = copiedPackets.syncs.reduce((sum, sync) => sum + sync, 0)
  const reordering = sortedTimes(copiedPackets).map((time, index) => copiedPackets.pts[index]! - time)
  return (
    SIZE_ROW_BYTES * (copiedPackets.length + encodedFrames) +
    SYNC_ROW_BYTES * syncs +
    syncTableBytes(encodedFrames) +
    RUN_ROW_BYTES * (countRuns(reordering) + encodedFrames + durationRuns(packets, window))
  )
}

function transcodeBytes({ packets, window, opened }: TranscodeVideoTask): number {
  const seconds = videoSeconds([{ window }])
  const estimatedFrames =
    seconds * (opened.frameRate || ASSUMED_FRAME_RATE) * UNCOUNTED_FRAMES_FACTOR + UNCOUNTED_EXTRA_FRAMES
  const frames = window.frames ?? estimatedFrames
  const durations = packets ? durationRuns(packets, window) : frames
  return (SIZE_ROW_BYTES + RUN_ROW_BYTES) * frames + syncTableBytes(frames) + RUN_ROW_BYTES * durations
}

function syncTableBytes(encodedFrames: number): number {
  return SYNC_ROW_BYTES * (2 + encodedFrames / MIN_KEY_DISTANCE)
}

/** Maximum number of runs of equal durations, with one more for each end of the range. */
function durationRuns(packets: PacketList, { firstTick, lastTick }: { firstTick: number; lastTick: number }): number {
  const shownTicks = packets.pts.filter((pts) => pts >= firstTick && pts <= lastTick).sort()
  return countRuns(shownTicks.subarray(1).map((time, index) => time - shownTicks[index]!)) + 2
}
