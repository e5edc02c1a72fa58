import type { TimeRange } from '../api/time-range.ts'
import type { EditedRun } from '../demux/common/indexed-track.ts'
import type { OpenedAudio, OpenedVideo } from '../demux/common/opened-part.ts'
import { type JoinedRange, nothingInRangeError, unlessNothingShown, type VideoTask } from './plan-video.ts'

type OpenedTrack = OpenedVideo | OpenedAudio

/**
 * The runs of an edit list that overlap a range; null if the track has a single run, as in nearly all files, or if
 * mediabunny reads the track.
 */
export function runsWithin({ access }: OpenedTrack, { startTime, endTime }: TimeRange): EditedRun[] | null {
  if (access.kind === 'library' || !access.track.runs) return null
  const { timescale, runs } = access.track
  return runs.filter(({ fromTick, toTick }) => toTick > startTime * timescale && fromTick < endTime * timescale)
}

/** Replaces a track with one of its runs. */
export function replaceWithRun<T extends OpenedTrack>(opened: T, { track }: EditedRun): T {
  const { access } = opened
  return access.kind === 'library' ? opened : { ...opened, access: { ...access, track } }
}

/** Replaces a track with one of its runs if the whole range is within that run. */
export function withinOneRun<T extends OpenedTrack>(opened: T, range: TimeRange): T {
  const [run, ...otherRuns] = runsWithin(opened, range) ?? []
  const isWithin =
    run &&
    otherRuns.length === 0 &&
    !run.isFrozen &&
    run.fromTick <= range.startTime * run.track.timescale &&
    run.toTick >= range.endTime * run.track.timescale
  return isWithin ? replaceWithRun(opened, run) : opened
}

/**
 * Plans the frames of a range, run by run where an edit list jumps. The last frame of a run is shown until the next run
 * begins, as players do.
 * @param plan plans the frames of a range within one run
 */
export async function planRuns<Task extends VideoTask>(
  opened: OpenedVideo,
  range: JoinedRange,
  plan: (opened: OpenedVideo, range: JoinedRange) => Promise<Task>,
): Promise<Task[]> {
  const runs = runsWithin(opened, range)
  const tasks = runs ? await planEachRun(opened, range, runs, plan) : [await plan(opened, range)]
  const { window } = tasks.at(-1)!
  if (range.isFollowed) window.endTick = window.jointTick
  return tasks
}

async function planEachRun<Task extends VideoTask>(
  opened: OpenedVideo,
  range: JoinedRange,
  runs: readonly EditedRun[],
  plan: (opened: OpenedVideo, range: JoinedRange) => Promise<Task>,
): Promise<Task[]> {
  const tasks: Task[] = []
  let lastRun: EditedRun | null = null
  for (const run of runs) {
    const startTime = Math.max(range.startTime, run.fromTick / run.track.timescale)
    const task = await unlessNothingShown(() => plan(replaceWithRun(opened, run), { ...range, startTime }))
    if (task) {
      const previousTask = tasks.at(-1)
      if (previousTask) {
        previousTask.window.endTick = task.window.firstTick
        task.window.isContinued = true
      }
      tasks.push(task)
      lastRun = run
    }
  }
  const lastTask = tasks.at(-1)
  if (!lastTask || !lastRun) throw nothingInRangeError()
  const { window } = lastTask
  const following = nextRun(opened, lastRun)
  const shownUntil = lastRun.isFrozen ? lastRun.toTick : (following?.fromTick ?? window.endTick)
  window.endTick = Math.max(window.lastTick + 1, Math.round(Math.min(shownUntil, range.endTime * window.timescale)))
  window.jointTick = lastRun.isFrozen ? window.endTick : Math.max(window.jointTick, window.endTick)
  return tasks
}

function nextRun({ access }: OpenedVideo, run: EditedRun): EditedRun | undefined {
  return access.kind === 'library' ? undefined : access.track.runs?.find(({ fromTick }) => fromTick > run.fromTick)
}
