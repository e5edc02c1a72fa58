import { SOURCE_DESCRIPTION } from './bench-sources.ts'
import type { Method, Run } from './cut-method.ts'
import { describeMachine, markdownTable, median } from './figures.ts'
import type { Judgement } from './judge-clip.ts'
import { ROUND_TRIP_MILLISECONDS } from './media-server.ts'

interface BenchFacts {
  cuts: number
  clipSeconds: number
  startCpuSeconds: number
}

export function reportCuts(runs: readonly Run[], { cuts, clipSeconds, startCpuSeconds }: BenchFacts): string {
  const sources = [...Map.groupBy(runs, ({ source }) => source).values()]
  const goals = [...sources.flatMap(renderGoals), ...lengthGoals(runs)]
  const paragraphs = [
    `# ${clipSeconds} seconds, cut by every way`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${describeMachine()}. ` +
      `Source: ${SOURCE_DESCRIPTION}; served on loopback with a round trip of ${ROUND_TRIP_MILLISECONDS} ms for every request. ` +
      `${cuts} random starts for each source, the same for every way, one in each of as many equal parts of a GOP; medians, except that frames and audio are the worst of all starts. ` +
      'CPU is user and system time of all processes and threads. For the others it includes starting the program, as everybody who runs it pays for it; ' +
      `Kerf keeps a started process ready, which took ${startCpuSeconds.toFixed(2)} s of CPU beforehand. ` +
      'Fetched and requests are counted by the server, the index included where it was not known.' +
      (runsOfRoles(runs, 'yardstick').length > 0 ? ' Ratios are to yt-dlp --force-keyframes-at-cuts.' : ''),
    ...sources.map(renderTable),
    '## Goals',
    markdownTable('what | goal | measured | ', goals),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function renderTable(runs: readonly Run[]): string {
  const yardstick = runsOfRoles(runs, 'yardstick')
  const rows = [...Map.groupBy(runs, ({ method }) => method)].map(([{ name }, methodRuns]) => {
    const withRatio = (figure: Figure) => {
      const ratio = medianOf(methodRuns, figure) / medianOf(yardstick, figure)
      return [medianOf(methodRuns, figure).toFixed(2), yardstick.length > 0 ? ratio.toFixed(3) : '']
    }
    const megabytes = (figure: Figure) => (medianOf(methodRuns, figure) / 1e6).toFixed(2)
    return [
      name,
      ...withRatio('wallSeconds'),
      ...withRatio('cpuSeconds'),
      megabytes('fetchedBytes'),
      medianOf(methodRuns, 'requests'),
      megabytes('clipBytes'),
      ...(['wrong', 'duplicated', 'missing', 'hidden'] as const).map((fault) => worstOf(methodRuns, fault)),
      worstOf(methodRuns, 'audioOffsetMilliseconds').toFixed(1),
    ]
  })
  const [{ source }] = runs as [Run]
  const headings =
    'way | wall s | ratio | CPU s | ratio | fetched MB | requests | clip MB | wrong | doubled | missing | hidden | audio off ms'
  const files = source.layout === 'plain' ? 'one plain MP4' : 'a DASH pair'
  return `## ${formatLength(source.seconds)}, ${files}\n\n${markdownTable(headings, rows)}`
}

function renderGoals(runs: readonly Run[]): string[][] {
  const [{ source }] = runs as [Run]
  const where = `${formatLength(source.seconds)}, ${source.layout}`
  const [warm, keyframe, yardstick] = (['warm', 'keyframe', 'yardstick'] as const).map((role) =>
    runsOfRoles(runs, role),
  )
  const ratio = (figure: Figure) => medianOf(warm!, figure) / medianOf(yardstick!, figure)
  const ratioToCovered = (figure: Figure) => median(warm!.map((run) => run[figure] / (run.coveredBytes ?? Number.NaN)))
  const kerfRuns = runsOfRoles(runs, 'warm', 'keyframe', 'cold')
  const frames = kerfRuns.reduce((sum, run) => sum + run.wrong + run.duplicated + run.missing + run.hidden, 0)
  const offset = worstOf(kerfRuns, 'audioOffsetMilliseconds')
  const exactness = `${frames}; ${offset.toFixed(2)} ms`
  return [
    [
      `frames wrong, doubled, missing or hidden; audio off (${where})`,
      '0; <= 1 ms',
      exactness,
      frames === 0 && offset <= 1 ? 'met' : `missed by ${frames} frames, ${offset.toFixed(2)} ms`,
    ],
    ...(yardstick!.length > 0
      ? [
          atMost(`wall, of yt-dlp exact (${where})`, ratio('wallSeconds'), 0.1),
          atMost(`CPU, of yt-dlp exact (${where})`, ratio('cpuSeconds'), 0.1),
        ]
      : []),
    atMost(`wall s from a keyframe (${where})`, medianOf(keyframe!, 'wallSeconds'), 0.5),
    atMost(`fetched / covered (${where})`, ratioToCovered('fetchedBytes'), 1.1),
    atMost(`clip / covered (${where})`, ratioToCovered('clipBytes'), 1.1),
  ]
}

/** Goal: a cut of the longest source takes no longer than a cut of the shortest source. */
function lengthGoals(runs: readonly Run[]): string[][] {
  return [...Map.groupBy(runsOfRoles(runs, 'warm'), ({ source }) => source.layout)].flatMap(([layout, layoutRuns]) => {
    const lengths = layoutRuns.map(({ source }) => source.seconds)
    const shortestLength = Math.min(...lengths)
    const longestLength = Math.max(...lengths)
    if (shortestLength === longestLength) return []
    const [shortRuns, longRuns] = [shortestLength, longestLength].map((seconds) =>
      layoutRuns.filter(({ source }) => source.seconds === seconds),
    )
    const label = `wall, ${formatLength(longestLength)} / ${formatLength(shortestLength)} (${layout})`
    return [atMost(label, medianOf(longRuns!, 'wallSeconds') / medianOf(shortRuns!, 'wallSeconds'), 1.1)]
  })
}

function atMost(label: string, measuredValue: number, limit: number): string[] {
  const verdict = measuredValue <= limit ? 'met' : `missed by ${((measuredValue / limit - 1) * 100).toFixed(0)}%`
  return [label, `<= ${limit}`, measuredValue.toFixed(3), verdict]
}

function formatLength(seconds: number): string {
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`
}

function runsOfRoles(runs: readonly Run[], ...roles: Method['role'][]): Run[] {
  return runs.filter(({ method }) => roles.includes(method.role))
}

type Figure = 'wallSeconds' | 'cpuSeconds' | 'fetchedBytes' | 'requests' | 'clipBytes'

function medianOf(runs: readonly Run[], figure: Figure): number {
  return median(runs.map((run) => run[figure]))
}

function worstOf(runs: readonly Run[], fault: keyof Judgement): number {
  return Math.max(...runs.map((run) => Math.abs(run[fault] ?? Number.NaN)))
}
