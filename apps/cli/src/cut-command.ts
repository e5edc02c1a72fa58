import { access, constants, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative, resolve } from 'node:path'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type FoundVideo, openLink, type Refusal } from '@kerf/server/open-link'
import { describePlan, describeReceipt } from './describe-cut.ts'
import { CutFailure, failureOf, notOffered } from './failure.ts'
import { type OutputFile, prepareOutput } from './output-file.ts'
import type { ProgressBar } from './progress-bar.ts'
import { rangesInside, shortenedNote } from './ranges-inside.ts'
import type { CutRequest } from './read-arguments.ts'

export interface Surroundings {
  environment: NodeJS.ProcessEnv
  /** What paths are relative to. */
  directory: string
  signal: AbortSignal
  bar: ProgressBar
  /** For results: stdout. Throws a CutFailure when they cannot be written. */
  print(text: string): Promise<void>
}

/** Does what was asked for, or throws a CutFailure. Leaves no partial file, whatever happens. */
export async function runCut(request: CutRequest, around: Surroundings): Promise<void> {
  return request.isDryRun ? showPlan(request, around) : makeClip(request, around)
}

async function makeClip(request: CutRequest, around: Surroundings): Promise<void> {
  const path = resolve(around.directory, request.outputPath)
  const output = await prepareOutput(path, request.mayOverwrite, resolve(around.directory, request.link))
  try {
    await withVideo(request, around, output.directory, (video, ranges) => cut(video, ranges, request, output, around))
  } finally {
    await output.close()
  }
}

async function cut(
  video: FoundVideo,
  ranges: TimeRange[],
  request: CutRequest,
  output: OutputFile,
  { signal, bar, print, directory }: Surroundings,
): Promise<void> {
  bar.show({ done: 0, stage: 'reading' })
  const { quality, format, outputPath } = request
  const clipRequest = { ranges, quality, format, options: {} }
  const outcome = await video.cut(clipRequest, output.partialPath, { signal, onProgress: bar.show })
  const receipt = requireOk(outcome, request, video)
  // The container of a clip in the original codecs is known only now.
  const isOther = receipt.container !== undefined && extname(outputPath) !== `.${receipt.container}`
  const path = await output.publish(isOther ? receipt.container! : null)
  bar.clear()
  const result = { link: request.link, title: video.title, quality, format, ranges, file: path, receipt }
  await print(
    request.isJson
      ? JSON.stringify(result, null, 2)
      : withNote(describeReceipt(isOther ? relative(directory, path) : outputPath, receipt), video, request),
  )
}

async function showPlan(request: CutRequest, around: Surroundings): Promise<void> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'kerf-plan-'))
  await withVideo(request, around, scratch.path, async (video, ranges) => {
    const { quality, format } = request
    around.bar.say('Planning')
    const planned = await video.plan({ ranges, quality, format, options: {} }, around.signal)
    const plan = requireOk(planned, request, video)
    around.bar.clear()
    const result = { link: request.link, title: video.title, quality, format, plan }
    await around.print(
      request.isJson ? JSON.stringify(result, null, 2) : withNote(describePlan(video.title, plan), video, request),
    )
  })
}

const withNote = (text: string, video: FoundVideo, { ranges }: CutRequest): string =>
  [text, shortenedNote(video, ranges)].filter((line) => line !== null).join('\n')

async function withVideo(
  { link, ranges }: CutRequest,
  { environment, directory, signal, bar }: Surroundings,
  scratchDirectory: string,
  work: (video: FoundVideo, ranges: TimeRange[]) => Promise<void>,
): Promise<void> {
  bar.say('Looking')
  await refuseUnreadable(link, directory)
  const opened = await openLink(link, { environment, directory, scratchDirectory, signal })
  if (!opened.ok) throw failureOf(opened.code, link)
  try {
    await work(opened.video, rangesInside(opened.video, ranges))
  } finally {
    await opened.close()
  }
}

/** Any other reason why it cannot be opened is found out by opening it. */
async function refuseUnreadable(link: string, directory: string): Promise<void> {
  const refusal = await access(resolve(directory, link), constants.R_OK).catch((error: NodeJS.ErrnoException) => error)
  if (refusal?.code === 'EACCES') throw new CutFailure('source_failed', `You do not have permission to read ${link}.`)
}

function requireOk<T>(
  outcome: { ok: true; value: T } | Refusal,
  request: CutRequest,
  { hasFrame }: Pick<FoundVideo, 'hasFrame'>,
): T {
  if (outcome.ok) return outcome.value
  if (outcome.code === 'quality_unavailable') throw notOffered(request, hasFrame)
  throw failureOf(outcome.code, request.link)
}
