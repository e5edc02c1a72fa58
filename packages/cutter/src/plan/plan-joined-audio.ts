import type { TimeRange } from '../api/time-range.ts'
import type { OpenedAudio } from '../demux/common/opened-part.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { startedAhead } from '../io/started-ahead.ts'
import { type EncodeAudioTask, planEncoding, silentTask } from './plan-audio.ts'

const RANGES_AT_ONCE = 4

/** When the frames of a range begin and end, and the audio beside them; null: there they have none. */
export interface AudioTime {
  opened: OpenedAudio | null
  range: TimeRange
}

/**
 * Plans the audio of several ranges that follow each other in a clip. It is encoded as a whole: copies would need silent
 * edges at every joint, which are decoded. Where the source has no audio in a range there is silence; null when it has none
 * in any.
 * @param main how the clip's audio is made: in whatever form that of a range is, it becomes this
 */
export async function planJoinedAudio(
  main: OpenedAudio,
  times: readonly AudioTime[],
  codec: 'aac' | 'mp3',
  options: ReadOptions,
): Promise<EncodeAudioTask[] | null> {
  const planned: (EncodeAudioTask | null)[] = []
  for await (const task of startedAhead(times, RANGES_AT_ONCE, async ({ opened, range }) =>
    opened ? planEncoding(opened, range, codec, options) : null,
  )) {
    planned.push(task)
  }
  if (planned.every((task) => task === null)) {
    return null
  }
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

/**
 * Where in a clip each range begins, in samples, and where the last one ends. Rounded from the whole time that has
 * passed: the fractions of a sample that ranges last must not add up, or the audio would drift from the frames.
 */
export function jointSamples(durationsSeconds: readonly number[], sampleRate: number): number[] {
  const joints = [0]
  let seconds = 0
  for (const duration of durationsSeconds) {
    seconds += duration
    joints.push(Math.round(seconds * sampleRate))
  }
  return joints
}
