import type { ReadOptions } from '../bytes/part-reader.ts'
import type { CutRange } from '../cut-wish.ts'
import type { OpenedSound, OpenedVideo } from '../index/opened-part.ts'
import { PacketList } from '../index/packet-list.ts'
import { startedAhead } from '../started-ahead.ts'
import type { ClipPictures, ClipSound } from './cut-task.ts'
import { jointSamples, planJoinedSound } from './plan-joined-sound.ts'
import { planDecoded } from './plan-shown.ts'
import type { TranscodeVideoTask } from './plan-video.ts'

const RANGES_AT_ONCE = 4
const OPUS_RATE = 48_000

/**
 * Plans pictures that keep their codec: where they can be copied is seen in the packets as they come.
 * @param durationSeconds of the whole media
 */
export async function planOriginalVideo(
  opened: OpenedVideo,
  durationSeconds: number,
  ranges: readonly CutRange[],
  options: ReadOptions,
): Promise<ClipPictures> {
  const { width, height } = opened.description
  const parts: TranscodeVideoTask[] = []
  for await (const part of startedAhead(ranges, RANGES_AT_ONCE, (range) => planDecoded(opened, range, options))) {
    parts.push({ ...(await withFollowing(part, durationSeconds, options)), size: { width, height } })
  }
  return { kind: 'transcode', parts }
}

/** So far behind a range the next packet is looked for. */
const FOLLOWING_SECONDS = 1

/** The packet behind a range tells whether the last group in it is whole: it is looked at, and not shown. */
async function withFollowing(
  task: TranscodeVideoTask,
  durationSeconds: number,
  options: ReadOptions,
): Promise<TranscodeVideoTask> {
  const { packets, window } = task
  const { access } = task.opened
  if (access.kind === 'library' || !packets) {
    return task
  }
  const reach = window.endTick + FOLLOWING_SECONDS * window.timescale
  const around = await access.track.covering(window.lastTick, reach, options)
  const following = around.find(({ pts }) => pts > window.lastTick)
  if (following) {
    return { ...task, packets: PacketList.joined([packets, PacketList.of([following])]), isEndKnown: true }
  }
  return { ...task, isEndKnown: durationSeconds * window.timescale <= reach }
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
