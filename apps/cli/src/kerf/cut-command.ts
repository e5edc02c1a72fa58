import { access, constants, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { SUBTITLE_FILE_FORMATS, type SubtitleForm } from '@kerf/domain/captions/transcript'
import { writeSubtitles } from '@kerf/domain/captions/write-captions'
import { listEntryName } from '@kerf/domain/formats/batch-entry-name'
import { inClipTime, type OpenedVideo, openLink, type Refusal, trustAuthorities } from '@kerf/server/open-link'
import type { CutArguments, LinkArguments } from './arguments/read-arguments.ts'
import { containerOf } from './arguments/read-form.ts'
import { audioTrackOption, type ChosenPart, captionsOf, chosenParts } from './chosen-parts.ts'
import { describeFit, describePart, describePlan, describeReceipt, describeRename } from './describe-cut.ts'
import { describeVideo, factsOf } from './describe-video.ts'
import { CutFailure, failureOf, notOffered } from './failure.ts'
import { openOnServer, serverOf } from './open-on-server.ts'
import { folderAt, type OutputFile, openWorkFolder, prepareOutput } from './output-file.ts'
import type { ProgressBar } from './progress-bar.ts'
import { fitInside, rangesInside, shortenedNote } from './ranges-inside.ts'

export interface Surroundings {
  environment: NodeJS.ProcessEnv
  /** Folder to which paths are relative. */
  directory: string
  signal: AbortSignal
  bar: ProgressBar
  /** Prints a result to stdout. @throws CutFailure output_failed */
  print(text: string): Promise<void>
  /** Prints a message for people to stderr. */
  note(text: string): void
  /** Writes the bytes of a file to stdout. @throws CutFailure output_failed */
  pour(path: string): Promise<void>
  /** Whether stdout is a terminal. */
  isStdoutTerminal: boolean
}

/** Carries out a request for one link, and leaves no partial file in any case. @throws CutFailure */
export async function runCut(request: LinkArguments, around: Surroundings): Promise<void> {
  if (request.isInfo) return showVideo(request, around)
  if (request.isDryRun) return showPlan(request, around)
  return request.outputPath === '-' ? pourClip(request, around) : makeClip(request, around)
}

async function makeClip(request: LinkArguments, around: Surroundings): Promise<void> {
  const path = resolve(around.directory, request.outputPath)
  const { place } = request
  const folder = await folderAt(request.outputPath, around.directory)
  if (place !== null && folder === null) throw new CutFailure('output_failed', `${request.outputPath} is not a folder.`)
  const target = folder === null ? path : join(folder, request.usualName)
  const work = await openWorkFolder(dirname(target), request.outputPath)
  const options = {
    mayOverwrite: request.mayOverwrite,
    source: resolve(around.directory, request.link),
    beside: request.subtitles?.as === 'file' ? SUBTITLE_FILE_FORMATS : [],
  }
  try {
    // An existing file is refused before the source is contacted. Clips of a list get their names from their videos.
    const namedOutput = place === null ? await prepareOutput(target, work, options) : null
    await withVideo(request, around, work.directory, async (video) => {
      const job = await cutJobOf(video, request, around.signal)
      const output =
        namedOutput ?? (await prepareOutput(nameInList(dirname(target), place!, video, request), work, options))
      await cut(video, job, request, output, around)
    })
  } finally {
    await work.close()
  }
}

function nameInList(folder: string, number: number, { title }: OpenedVideo, { usualName }: CutArguments): string {
  return join(folder, listEntryName({ number, title, ending: extname(usualName).slice(1) }))
}

/** Makes a clip in a temporary folder and writes it to stdout, because the bytes of a clip are not written in order. */
async function pourClip(request: LinkArguments, around: Surroundings): Promise<void> {
  if (around.isStdoutTerminal)
    throw new CutFailure(
      'bad_usage',
      '-o - writes the clip to stdout, which is a terminal. Use a pipe, or name a file.',
    )
  const work = await openWorkFolder(tmpdir())
  try {
    await withVideo(request, around, work.directory, async (video) => {
      const { clip, parts } = await cutJobOf(video, request, around.signal)
      const path = join(work.directory, request.usualName)
      around.bar.show({ done: 0, stage: 'reading' })
      const outcome = await video.cut(clip, path, { signal: around.signal, onProgress: around.bar.show })
      const receipt = requireOk(outcome, request, video)
      around.bar.clear()
      around.note(linesOf([describeReceipt('stdout', receipt), shortenedNote(video, parts ?? request.ranges)]))
      await around.pour(path)
    })
  } finally {
    await work.close()
  }
}

/** A request applied to its video: the exact ranges, and the options that the video allows. */
interface CutJob {
  clip: Parameters<OpenedVideo['plan']>[0]
  /** Ranges with their names; null if they were given by times. */
  parts: ChosenPart[] | null
  /** Captions for subtitle files next to the clip; null: none. */
  captionsBeside: OpenedVideo['captions'][number] | null
}

async function cutJobOf(video: OpenedVideo, request: LinkArguments, signal: AbortSignal): Promise<CutJob> {
  const { quality, format, subtitles } = request
  const track = audioTrackOption(video, request.audioTrack)
  const captions = subtitles && captionsOf(video, subtitles.captions)
  const parts = await chosenParts(video, request, signal)
  const ranges = rangesInside(video, parts ?? request.ranges)
  const options = {
    ...fitInside(video, ranges, request.fit),
    ...track,
    ...(subtitles && captions && subtitleOption(subtitles.as, captions.id)),
  }
  const clip = { ranges, quality, format, options }
  return { clip, parts, captionsBeside: subtitles?.as === 'file' ? captions : null }
}

function subtitleOption(as: SubtitleForm, captions: string): Pick<CutJob['clip']['options'], 'subtitles'> {
  if (as === 'file') return {}
  return { subtitles: as === 'track' ? { captions, as } : { captions, as, style: 'outline' } }
}

async function cut(
  video: OpenedVideo,
  { clip, parts, captionsBeside }: CutJob,
  request: LinkArguments,
  output: OutputFile,
  { signal, bar, print, directory }: Surroundings,
): Promise<void> {
  bar.show({ done: 0, stage: 'reading' })
  // The captions are read first, so that a finished clip does not wait for them before it is published.
  const transcript = captionsBeside && (await video.readTranscript(captionsBeside.id, signal))
  const outcome = await video.cut(clip, output.partialPath, { signal, onProgress: bar.show })
  const receipt = requireOk(outcome, request, video)
  // The container of a clip in the original codecs is known only after the cut.
  const hasOtherContainer = receipt.container !== undefined && containerOf(output.partialPath) !== receipt.container
  const path = await output.publish(hasOtherContainer ? receipt.container! : null)
  const renamedFrom = hasOtherContainer ? typedPathOf(request, output, path) : undefined
  const subtitles: string[] = []
  if (transcript?.ok) {
    const cues = inClipTime(transcript.value.cues, receipt, clip.ranges)
    for (const format of SUBTITLE_FILE_FORMATS)
      subtitles.push(await output.writeBeside(path, format, writeSubtitles[format](cues)))
  }
  bar.clear()
  const { ranges, quality, format } = clip
  const { fit, link } = request
  const names = { file: path, renamedFrom, subtitles }
  const result = { link, title: video.title, quality, format, ranges, ...fit, ...names, receipt }
  const displayPath = (file: string) => (isAbsolute(request.outputPath) ? file : relative(directory, file))
  const lines = [
    describeReceipt(displayPath(path), receipt, subtitles.length > 0),
    renamedFrom ? describeRename(displayPath(renamedFrom), receipt.container!) : null,
    ...subtitles.map(displayPath),
    transcript && !transcript.ok ? 'The captions could not be read: there are no subtitles beside it.' : null,
    shortenedNote(video, parts ?? request.ranges),
  ]
  await print(request.isJson ? json(result, request) : linesOf(lines))
}

/** The typed path, with the ending of another container; undefined if no name with such an ending was typed. */
function typedPathOf({ outputPath, usualName }: LinkArguments, { partialPath }: OutputFile, path: string) {
  const name = basename(partialPath)
  const isTyped = outputPath !== usualName && basename(outputPath) === name && containerOf(name) !== null
  return isTyped ? join(dirname(path), name) : undefined
}

async function showPlan(request: LinkArguments, around: Surroundings): Promise<void> {
  await using scratch = await openWorkFolder(tmpdir())
  await withVideo(request, around, scratch.directory, async (video) => {
    const { clip, parts } = await cutJobOf(video, request, around.signal)
    around.bar.say('Planning')
    const outcome = await video.plan(clip, around.signal)
    const plan = requireOk(outcome, request, video)
    around.bar.clear()
    const result = { link: request.link, title: video.title, ...clip, plan }
    const lines = [
      describePlan(video.title, plan),
      describeFit(clip.options),
      ...(parts ?? []).map(describePart),
      shortenedNote(video, parts ?? request.ranges),
    ]
    await around.print(request.isJson ? json(result, request) : linesOf([...lines, gapAfter(request)]))
  })
}

async function showVideo(request: LinkArguments, around: Surroundings): Promise<void> {
  await using scratch = await openWorkFolder(tmpdir())
  await withVideo(request, around, scratch.directory, async (video) => {
    around.bar.clear()
    const facts = factsOf(video)
    const text = linesOf([describeVideo(facts), gapAfter(request)])
    await around.print(request.isJson ? json({ link: request.link, ...facts }, request) : text)
  })
}

/** JSON of a result. For several links each result is one line, so that a script can read them one by one. */
const json = (result: object, { place }: LinkArguments): string => JSON.stringify(result, null, place === null ? 2 : 0)

/** An empty line after a result of several lines, if another link may follow. */
const gapAfter = ({ place }: LinkArguments): string | null => (place === null ? null : '')

const linesOf = (lines: readonly (string | null)[]): string => lines.filter((line) => line !== null).join('\n')

async function withVideo(
  request: LinkArguments,
  { environment, directory, signal, bar }: Surroundings,
  scratchDirectory: string,
  work: (video: OpenedVideo) => Promise<void>,
): Promise<void> {
  const { link } = request
  bar.say('Looking')
  await refuseUnreadable(link, directory)
  const server = serverOf(request, environment)
  if (server) await trustAuthorities(environment)
  const opened = server
    ? await openOnServer(link, { ...server, directory, signal })
    : await openLink(link, { environment, directory, scratchDirectory, signal })
  if (!opened.ok) {
    if (opened.code === 'invalid_link') await refuseFolder(link, directory)
    throw failureOf(opened.code, link, opened)
  }
  try {
    await work(opened.video)
  } finally {
    await opened.close()
  }
}

/** @throws CutFailure source_failed for a file without read permission. Opening the link finds all other errors. */
async function refuseUnreadable(link: string, directory: string): Promise<void> {
  const refusal = await access(resolve(directory, link), constants.R_OK).catch((error: NodeJS.ErrnoException) => error)
  if (refusal?.code === 'EACCES') throw new CutFailure('source_failed', `You do not have permission to read ${link}.`)
}

async function refuseFolder(link: string, directory: string): Promise<void> {
  const entry = await stat(resolve(directory, link)).catch(() => null)
  if (entry?.isDirectory()) throw new CutFailure('invalid_link', `"${link}" is a folder. Name a file in it.`)
}

function requireOk<T>(
  outcome: { ok: true; value: T } | Refusal,
  request: LinkArguments,
  { hasVideo }: Pick<OpenedVideo, 'hasVideo'>,
): T {
  if (outcome.ok) return outcome.value
  if (outcome.code === 'quality_unavailable') throw notOffered(request, hasVideo)
  throw failureOf(outcome.code, request.link, outcome)
}
