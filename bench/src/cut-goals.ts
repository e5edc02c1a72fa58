import type { Layout } from './bench-sources.ts'
import { type ComparedSource, lengthWords, type MethodRuns, type Run } from './compared-source.ts'
import { median } from './median.ts'

export interface GoalResult {
  what: string
  goal: string
  measured: string
  isMet: boolean
  /** How far off, in the goal's own unit or as a share of it. */
  missedBy: string
}

const MOST_OF_YARDSTICK = 0.1
const MOST_KEYFRAME_SECONDS = 0.5
const MOST_FETCHED_SHARE = 1.1
const MOST_CLIP_SHARE = 1.1
const MOST_LENGTH_SHARE = 1.1
const MOST_AUDIO_OFFSET_MILLISECONDS = 1

export function cutGoals(sources: readonly ComparedSource[]): GoalResult[] {
  return [...sources.flatMap(goalsOf), ...layoutsOf(sources).flatMap((layout) => lengthGoal(sources, layout))]
}

function goalsOf({ layout, seconds, methods }: ComparedSource): GoalResult[] {
  const warm = runsOf(methods, 'warm')
  const keyframe = runsOf(methods, 'keyframe')
  const yardstick = runsOf(methods, 'yardstick')
  const own = [...warm, ...keyframe, ...runsOf(methods, 'cold')]
  const where = `${lengthWords(seconds)}, ${layout}`
  const atMost = (what: string, measured: number, most: number, digits: number): GoalResult => ({
    what: `${what} (${where})`,
    goal: `<= ${most}`,
    measured: measured.toFixed(digits),
    isMet: measured <= most,
    missedBy: `${((measured / most - 1) * 100).toFixed(0)}%`,
  })
  const wall = ({ wallSeconds }: Run) => wallSeconds
  const cpu = ({ cpuSeconds }: Run) => cpuSeconds
  const share = (pick: (run: Run) => number) => (run: Run) => pick(run) / (run.coveredBytes ?? Number.NaN)
  const typical = (runs: Run[], pick: (run: Run) => number) => median(runs.map(pick))
  return [
    exactness(own, where),
    ...(yardstick.length === 0
      ? []
      : [
          atMost('wall, of yt-dlp exact', typical(warm, wall) / typical(yardstick, wall), MOST_OF_YARDSTICK, 3),
          atMost('CPU, of yt-dlp exact', typical(warm, cpu) / typical(yardstick, cpu), MOST_OF_YARDSTICK, 3),
        ]),
    atMost('wall s from a keyframe', typical(keyframe, wall), MOST_KEYFRAME_SECONDS, 2),
    atMost(
      'fetched / covered',
      typical(
        warm,
        share(({ traffic }) => traffic.bytes),
      ),
      MOST_FETCHED_SHARE,
      3,
    ),
    atMost(
      'clip / covered',
      typical(
        warm,
        share(({ clipBytes }) => clipBytes),
      ),
      MOST_CLIP_SHARE,
      3,
    ),
  ]
}

function exactness(runs: readonly Run[], where: string): GoalResult {
  const frames = runs.reduce((sum, { judgement: j }) => sum + j.wrong + j.doubled + j.missing + j.leaked, 0)
  const offsets = runs.map(({ judgement }) => Math.abs(judgement.soundOffsetMilliseconds ?? Number.NaN))
  const audio = Math.max(...offsets)
  return {
    what: `frames wrong, doubled, missing or leaked; audio off (${where})`,
    goal: `0; <= ${MOST_AUDIO_OFFSET_MILLISECONDS} ms`,
    measured: `${frames}; ${audio.toFixed(2)} ms`,
    isMet: frames === 0 && audio <= MOST_AUDIO_OFFSET_MILLISECONDS,
    missedBy: `${frames} frames, ${audio.toFixed(2)} ms`,
  }
}

function lengthGoal(sources: readonly ComparedSource[], layout: Layout): GoalResult[] {
  const alike = sources.filter((source) => source.layout === layout).sort((a, b) => a.seconds - b.seconds)
  const [shortest, longest] = [alike.at(0), alike.at(-1)]
  if (!shortest || !longest || shortest === longest) return []
  const wallOf = ({ methods }: ComparedSource) => median(runsOf(methods, 'warm').map(({ wallSeconds }) => wallSeconds))
  const measured = wallOf(longest) / wallOf(shortest)
  return [
    {
      what: `wall, ${lengthWords(longest.seconds)} / ${lengthWords(shortest.seconds)} (${layout})`,
      goal: `<= ${MOST_LENGTH_SHARE}`,
      measured: measured.toFixed(3),
      isMet: measured <= MOST_LENGTH_SHARE,
      missedBy: `${((measured / MOST_LENGTH_SHARE - 1) * 100).toFixed(0)}%`,
    },
  ]
}

function layoutsOf(sources: readonly ComparedSource[]): Layout[] {
  return [...new Set(sources.map(({ layout }) => layout))]
}

function runsOf(methods: readonly MethodRuns[], role: MethodRuns['role']): Run[] {
  return methods.filter((method) => method.role === role).flatMap(({ runs }) => runs)
}
