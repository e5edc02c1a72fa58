import type { ReadOptions } from '../bytes/part-reader.ts'
import type { CutRange } from '../cut-wish.ts'
import type { OpenedSound } from '../index/opened-part.ts'
import { startedAhead } from '../started-ahead.ts'
import { type EncodeSoundTask, planEncoding, silentTask } from './plan-sound.ts'

const RANGES_AT_ONCE = 4

/**
 * Plans the sound of several ranges that follow each other in a clip. It is encoded as a whole: copies would need silent
 * edges at every joint, which are heard. Where the source has no sound in a range there is silence; null when it has none
 * in any.
 * @param ranges when the pictures of each range begin and end
 */
export async function planJoinedSound(
  opened: OpenedSound,
  ranges: readonly CutRange[],
  codec: 'aac' | 'mp3',
  options: ReadOptions,
): Promise<EncodeSoundTask[] | null> {
  const planned: (EncodeSoundTask | null)[] = []
  for await (const task of startedAhead(ranges, RANGES_AT_ONCE, (range) =>
    planEncoding(opened, range, codec, options),
  )) {
    planned.push(task)
  }
  if (planned.every((task) => task === null)) {
    return null
  }
  const tasks = planned.map((task, index) => task ?? silentTask(opened, ranges[index]!, codec))
  const joints = jointSamples(
    ranges.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds),
    tasks[0]!.sampleRate,
  )
  return tasks.map((task, index) => ({
    ...task,
    toSample: task.fromSample + joints[index + 1]! - joints[index]!,
  }))
}

/**
 * Where in a clip each range begins, in samples, and where the last one ends. Rounded from the whole time that has
 * passed: the fractions of a sample that ranges last must not add up, or the sound would drift from the pictures.
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
