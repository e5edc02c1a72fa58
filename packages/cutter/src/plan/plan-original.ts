import { CutterError } from '../api/cutter-error.ts'
import type { OpenedMedia } from '../demux/common/opened-media.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import type { ClipFrames } from './cut-task.ts'
import { planDecoded } from './plan-images.ts'
import type { TranscodeVideoTask } from './plan-video.ts'
import { planParts, type RangePart } from './range-parts.ts'

const RANGES_AT_ONCE = 4

/** Plans frames that keep their codec: where they can be copied is seen in the packets as they come. */
export async function planOriginalVideo(
  { facts: { durationSeconds } }: OpenedMedia,
  ranges: readonly RangePart[],
  options: ReadOptions,
): Promise<{ video: ClipFrames; parts: RangePart[] }> {
  const planned = await planParts(ranges, RANGES_AT_ONCE, (opened, range) => planDecoded(opened, range, options))
  const tasks: TranscodeVideoTask[] = []
  const { codec, width, height } = planned[0]!.task.opened.description
  for (const { task } of planned) {
    const own = task.opened.description
    if (own.codec !== codec || own.width !== width || own.height !== height) {
      throw new CutterError('unsupported_media', 'The range is made of recordings that do not go together.')
    }
    tasks.push({ ...(await withFollowing(task, durationSeconds, options)), size: { width, height } })
  }
  return { video: { kind: 'transcode', parts: tasks }, parts: planned.map(({ part }) => part) }
}

/** How far after a range the next packet is searched for. */
const FOLLOWING_SECONDS = 1

/** The packet after a range shows whether its last GOP is complete: it is read, but not shown. */
async function withFollowing(
  task: TranscodeVideoTask,
  durationSeconds: number,
  options: ReadOptions,
): Promise<TranscodeVideoTask> {
  const { packets, window } = task
  const { access } = task.opened
  if (access.kind === 'library' || !packets) return task
  const reach = window.endTick + FOLLOWING_SECONDS * window.timescale
  const around = await access.track.covering(window.lastTick, reach, options)
  const following = around.find(({ pts }) => pts > window.lastTick)
  if (following) return { ...task, packets: PacketList.joined([packets, PacketList.of([following])]), isEndKnown: true }
  return { ...task, isEndKnown: durationSeconds * window.timescale <= reach }
}
