import type { TimeRange } from '../api/time-range.ts'
import type { OpenedAudio } from '../demux/common/opened-part.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { startedAhead } from '../io/started-ahead.ts'
import { type EncodeAudioTask, type EncodedCodec, planEncoding, silentTask } from './plan-audio.ts'

const RANGES_AT_ONCE = 4

/** When the frames of a range begin and end, and their audio; null: the range has no audio. */
export interface AudioTime {
  opened: OpenedAudio | null
  range: TimeRange
}

/**
 * Plans the audio of several ranges that follow each other in a clip. It is encoded as a whole, because copies would need
 * audible silent edges at every joint. A range without audio is silent; null when no range has any.
 * @param main gives the clip's sample rate and channels
 */
export async function planJoinedAudio(
  main: OpenedAudio,
  times: readonly AudioTime[],
  codec: EncodedCodec,
  options: ReadOptions,
): Promise<EncodeAudioTask[] | null> {
  const planned: (EncodeAudioTask | null)[] = []
  for await (const task of startedAhead(times, RANGES_AT_ONCE, async ({ opened, range }) =>
    opened ? planEncoding(opened, range, codec, options) : null,
  )) {
    planned.push(task)
  }
  if (planned.every((task) => task === null)) return null
  const ranges = times.map(({ range }) => range)
  const form = silentTask(main, ranges[0]!, codec)
  const tasks = planned.map((task, index) => task ?? silentTask(main, ranges[index]!, codec))
  const joints = jointSamples(
    ranges.map(({ startTime, endTime }) => endTime - startTime),
    form.sampleRate,
  )
  return tasks.map((task, index) => {
    const fromSample = Math.round(ranges[index]!.startTime * form.sampleRate)
    const toSample = fromSample + joints[index + 1]! - joints[index]!
    return { ...task, sampleRate: form.sampleRate, channels: form.channels, fromSample, toSample }
  })
}

/** Where in a clip each range begins, in samples, and where the last one ends. Rounded from the sum, so that audio does not drift. */
function jointSamples(durationsSeconds: readonly number[], sampleRate: number): number[] {
  const joints = [0]
  let seconds = 0
  for (const duration of durationsSeconds) {
    seconds += duration
    joints.push(Math.round(seconds * sampleRate))
  }
  return joints
}
