import type { ReadOptions } from '../bytes/part-reader.ts'
import type { CutRange } from '../cut-wish.ts'
import type { OpenedSound, OpenedVideo } from '../index/opened-part.ts'
import { startedAhead } from '../started-ahead.ts'
import type { ClipPictures, ClipSound } from './cut-task.ts'
import { jointSamples, planJoinedSound } from './plan-joined-sound.ts'
import { planDecoded } from './plan-shown.ts'
import type { TranscodeVideoTask } from './plan-video.ts'

const RANGES_AT_ONCE = 4
const OPUS_RATE = 48_000

/** Plans pictures that keep their codec: where they can be copied is seen in the packets as they come. */
export async function planOriginalVideo(
  opened: OpenedVideo,
  ranges: readonly CutRange[],
  options: ReadOptions,
): Promise<ClipPictures> {
  const { width, height } = opened.description
  const parts: TranscodeVideoTask[] = []
  for await (const part of startedAhead(ranges, RANGES_AT_ONCE, (range) => planDecoded(opened, range, options))) {
    parts.push({ ...part, size: { width, height } })
  }
  return { kind: 'transcode', parts }
}

/** Plans sound as WebM has it: Opus. */
export async function planOpusSound(
  opened: OpenedSound,
  instants: readonly CutRange[],
  options: ReadOptions,
): Promise<ClipSound | null> {
  // One or two channels, as in an MP3.
  const tasks = await planJoinedSound(opened, instants, 'mp3', options)
  if (!tasks) {
    return null
  }
  const joints = jointSamples(
    instants.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds),
    OPUS_RATE,
  )
  const parts = tasks.map((task, index) => {
    const fromSample = Math.round(instants[index]!.startSeconds * OPUS_RATE)
    const toSample = fromSample + joints[index + 1]! - joints[index]!
    return { ...task, sampleRate: OPUS_RATE, fromSample, toSample }
  })
  return { kind: 'encode', parts }
}
