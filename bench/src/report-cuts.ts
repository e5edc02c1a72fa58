import { cpus } from 'node:os'
import { SOURCE_WORDS } from './bench-sources.ts'
import { type ComparedSource, lengthWords, type Run } from './compared-source.ts'
import { cutGoals } from './cut-goals.ts'
import type { Judgement } from './judge-clip.ts'
import { median } from './median.ts'

export interface BenchFacts {
  cuts: number
  clipSeconds: number
  roundTripMilliseconds: number
  kerfStartCpuSeconds: number
}

export function reportCuts(sources: readonly ComparedSource[], facts: BenchFacts): string {
  const { clipSeconds, roundTripMilliseconds } = facts
  const yardstick = sources[0]?.methods.some(({ role }) => role === 'yardstick')
  const words = [
    `# ${clipSeconds} seconds, cut by every way`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}. ` +
      `Source: ${SOURCE_WORDS}; served on loopback with a round trip of ${roundTripMilliseconds} ms for every request. ` +
      `${facts.cuts} random starts for each source, the same for every way, one in each of as many equal parts of a group; medians, except that frames and audio are the worst of all starts. ` +
      'CPU is user and system time of all processes and threads. For the others it includes starting the program, as everybody who runs it pays for it; ' +
      `Kerf keeps a started process ready, which took ${facts.kerfStartCpuSeconds.toFixed(2)} s of CPU beforehand. ` +
      'Where the index is known, the clip is made as large as people are told beforehand. ' +
      'Fetched and requests are counted by the server, the index included where it was not known.' +
      (yardstick ? ' Ratios are to yt-dlp --force-keyframes-at-cuts.' : ''),
    ...sources.map(tableOf),
    goalTable(sources),
  ]
  return `${words.join('\n\n')}\n`
}

const HEADINGS = [
  'way',
  'wall s',
  'ratio',
  'CPU s',
  'ratio',
  'fetched MB',
  'requests',
  'clip MB',
  'wrong',
  'doubled',
  'missing',
  'leaked',
  'audio off ms',
]

function tableOf({ layout, seconds, methods }: ComparedSource): string {
  const yardstick = methods.find(({ role }) => role === 'yardstick')
  const ratio = (pick: (run: Run) => number, runs: Run[]) =>
    yardstick ? (median(runs.map(pick)) / median(yardstick.runs.map(pick))).toFixed(3) : ''
  const rows = methods.map(({ name, runs }) => {
    const worst = (pick: (judgement: Judgement) => number) => Math.max(...runs.map(({ judgement }) => pick(judgement)))
    const typical = (pick: (run: Run) => number) => median(runs.map(pick))
    return [
      name,
      typical(({ wallSeconds }) => wallSeconds).toFixed(2),
      ratio(({ wallSeconds }) => wallSeconds, runs),
      typical(({ cpuSeconds }) => cpuSeconds).toFixed(2),
      ratio(({ cpuSeconds }) => cpuSeconds, runs),
      (typical(({ traffic }) => traffic.bytes) / 1e6).toFixed(2),
      typical(({ traffic }) => traffic.requests),
      (typical(({ clipBytes }) => clipBytes) / 1e6).toFixed(2),
      worst((j) => j.wrong),
      worst((j) => j.doubled),
      worst((j) => j.missing),
      worst((j) => j.leaked),
      worst((j) => Math.abs(j.soundOffsetMilliseconds ?? Number.NaN)).toFixed(1),
    ]
  })
  const files = layout === 'plain' ? 'one plain MP4' : 'a DASH pair'
  return `## ${lengthWords(seconds)}, ${files}\n\n${markdownTable(HEADINGS, rows)}`
}

function goalTable(sources: readonly ComparedSource[]): string {
  const rows = cutGoals(sources).map(({ what, goal, measured, isMet, missedBy }) => [
    what,
    goal,
    measured,
    isMet ? 'met' : `missed by ${missedBy}`,
  ])
  return `## Goals\n\n${markdownTable(['what', 'goal', 'measured', ''], rows)}`
}

function markdownTable(headings: readonly string[], rows: readonly (string | number)[][]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}
