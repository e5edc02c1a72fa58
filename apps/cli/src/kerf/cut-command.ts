import { access, constants, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { SUBTITLE_FILE_FORMATS, type SubtitleKind } from '@kerf/domain/captions/transcript'
import { writeSubtitles } from '@kerf/domain/captions/write-captions'
import { listEntryName } from '@kerf/domain/formats/batch-entry-name'
import { inClipTime, type OpenedVideo, openLink, type Refusal, trustAuthorities } from '@kerf/server/open-link'
import type { CutArguments, LinkArguments } from './arguments/read-arguments.ts'
import { containerOf } from './arguments/read-form.ts'
import { audioTrackOption, type ChosenPart, chooseCaptions, chooseParts } from './chosen-parts.ts'
import { describeFit, describePart, describePlan, describeReceipt, describeRename } from './describe-cut.ts'
import { CutFailure, failureOf, notOfferedFailure } from './failure.ts'
import { describeShortening, limitFitOptions, limitRanges } from './limit-ranges.ts'
import { findServer, openOnServer } from './open-on-server.ts'
import { folderAt, type OutputFile, openWorkFolder, prepareOutput } from './output-file.ts'
import type { ProgressBar } from './progress-bar.ts'
import { formatVideoFacts, videoFactsOf } from './video-facts.ts'

export interface CutContext {
  environment: NodeJS.ProcessEnv
  /** Folder to which paths are relative. */
  directory: string
  signal: AbortSignal
  bar: ProgressBar
  /** Prints a result to stdout. @throws CutFailure output_failed */
  printResult(text: string): Promise<void>
  /** Prints a message for people to stderr. */
  printMessage(text: string): void
  /** Prints the bytes of a file to stdout. @throws CutFailure output_failed */
  printFile(path: string): Promise<void>
  /** Whether stdout is a terminal. */
  isStdoutTerminal: boolean
}

/** Carries out a request for one link, and never leaves a partial file. @throws CutFailure */
export async function runCut(request: LinkArguments, context: CutContext): Promise<void> {
  if (request.isInfo) return showVideo(request, context)
  if (request.isDryRun) return showPlan(request, context)
  return request.outputPath === '-' ? printClip(request, context) : writeClip(request, context)
}

async function writeClip(request: LinkArguments, context: CutContext): Promise<void> {
  const path = resolve(context.directory, request.outputPath)
  const { listPosition } = request
  const folder = await folderAt(request.outputPath, context.directory)
  if (listPosition !== null && folder === null)
    throw new CutFailure('output_failed', `${request.outputPath} is not a folder.`)
  const target = folder === null ? path : join(folder, request.defaultName)
  const workFolder = await openWorkFolder(dirname(target), request.outputPath)
  const options = {
    mayOverwrite: request.mayOverwrite,
    source: resolve(context.directory, request.link),
    textExtensions: request.subtitles?.as === 'file' ? SUBTITLE_FILE_FORMATS : [],
  }
  try {
    // An existing file is refused before the source is contacted. In a list, the titles of the videos give the names.
    const namedOutput = listPosition === null ? await prepareOutput(target, workFolder, options) : null
    await withVideo(request, context, workFolder.directory, async (video) => {
      const job = await createCutJob(video, request, context.signal)
      const output =
        namedOutput ??
        (await prepareOutput(nameInList(dirname(target), listPosition!, video, request), workFolder, options))
      await cutClip(video, job, request, output, context)
    })
  } finally {
    await workFolder.close()
  }
}

function nameInList(folder: string, number: number, { title }: OpenedVideo, { defaultName }: CutArguments): string {
  return join(folder, listEntryName({ number, title, ending: extname(defaultName).slice(1) }))
}

/** Makes a clip in a temporary folder and prints it to stdout, because its bytes are not written in order. */
async function printClip(request: LinkArguments, context: CutContext): Promise<void> {
  if (context.isStdoutTerminal)
    throw new CutFailure(
      'bad_usage',
      '-o - writes the clip to stdout, which is a terminal. Use a pipe, or name a file.',
    )
  const workFolder = await openWorkFolder(tmpdir())
  try {
    await withVideo(request, context, workFolder.directory, async (video) => {
      const { clip, parts } = await createCutJob(video, request, context.signal)
      const path = join(workFolder.directory, request.defaultName)
      context.bar.show({ done: 0, stage: 'reading' })
      const outcome = await video.cut(clip, path, { signal: context.signal, onProgress: context.bar.show })
      const receipt = requireOk(outcome, request, video)
      context.bar.clear()
      context.printMessage(
        joinLines([describeReceipt('stdout', receipt), describeShortening(video, parts ?? request.ranges)]),
      )
      await context.printFile(path)
    })
  } finally {
    await workFolder.close()
  }
}

/** A request applied to its video: the exact ranges, and the options that the video allows. */
interface CutJob {
  clip: Parameters<OpenedVideo['plan']>[0]
  /** Ranges with their names; null if they were given by times. */
  parts: ChosenPart[] | null
  /** Captions for the subtitle files next to the clip; null if none are written. */
  captionsForFiles: OpenedVideo['captions'][number] | null
}

async function createCutJob(video: OpenedVideo, request: LinkArguments, signal: AbortSignal): Promise<CutJob> {
  const { quality, format, subtitles } = request
  const trackOption = audioTrackOption(video, request.audioTrack)
  const captions = subtitles && chooseCaptions(video, subtitles.captions)
  const parts = await chooseParts(video, request, signal)
  const ranges = limitRanges(video, parts ?? request.ranges)
  const options = {
    ...limitFitOptions(video, ranges, request.fit),
    ...trackOption,
    ...(subtitles && captions && subtitleOption(subtitles.as, captions.id)),
  }
  const clip = { ranges, quality, format, options }
  return { clip, parts, captionsForFiles: subtitles?.as === 'file' ? captions : null }
}

function subtitleOption(as: SubtitleKind, captions: string): Pick<CutJob['clip']['options'], 'subtitles'> {
  if (as === 'file') return {}
  return { subtitles: as === 'track' ? { captions, as } : { captions, as, style: 'outline' } }
}

async function cutClip(
  video: OpenedVideo,
  { clip, parts, captionsForFiles }: CutJob,
  request: LinkArguments,
  output: OutputFile,
  { signal, bar, printResult, directory }: CutContext,
): Promise<void> {
  bar.show({ done: 0, stage: 'reading' })
  // The captions are read before the cut, so that the finished clip can be published at once.
  const transcript = captionsForFiles && (await video.readTranscript(captionsForFiles.id, signal))
  const outcome = await video.cut(clip, output.partialPath, { signal, onProgress: bar.show })
  const receipt = requireOk(outcome, request, video)
  // The container of a clip with the original codecs is known only after the cut.
  const hasOtherContainer = receipt.container !== undefined && containerOf(output.partialPath) !== receipt.container
  const path = await output.publish(hasOtherContainer ? receipt.container! : null)
  const renamedFrom = hasOtherContainer ? typedPathOf(request, output, path) : undefined
  const subtitles: string[] = []
  if (transcript?.ok) {
    const cues = inClipTime(transcript.value.cues, receipt, clip.ranges)
    for (const format of SUBTITLE_FILE_FORMATS)
      subtitles.push(await output.writeTextFile(path, format, writeSubtitles[format](cues)))
  }
  bar.clear()
  const { ranges, quality, format } = clip
  const { fit, link } = request
  const fileNames = { file: path, renamedFrom, subtitles }
  const result = { link, title: video.title, quality, format, ranges, ...fit, ...fileNames, receipt }
  const toDisplayPath = (file: string) => (isAbsolute(request.outputPath) ? file : relative(directory, file))
  const lines = [
    describeReceipt(toDisplayPath(path), receipt, subtitles.length > 0),
    renamedFrom ? describeRename(toDisplayPath(renamedFrom), receipt.container!) : null,
    ...subtitles.map(toDisplayPath),
    transcript && !transcript.ok ? 'The captions could not be read: there are no subtitles beside it.' : null,
    describeShortening(video, parts ?? request.ranges),
  ]
  await printResult(request.isJson ? formatJson(result, request) : joinLines(lines))
}

/** The typed path, if its extension means another container; undefined if no name with an extension was typed. */
function typedPathOf({ outputPath, defaultName }: LinkArguments, { partialPath }: OutputFile, path: string) {
  const name = basename(partialPath)
  const isTyped = outputPath !== defaultName && basename(outputPath) === name && containerOf(name) !== null
  return isTyped ? join(dirname(path), name) : undefined
}

async function showPlan(request: LinkArguments, context: CutContext): Promise<void> {
  await using scratch = await openWorkFolder(tmpdir())
  await withVideo(request, context, scratch.directory, async (video) => {
    const { clip, parts } = await createCutJob(video, request, context.signal)
    context.bar.showText('Planning')
    const outcome = await video.plan(clip, context.signal)
    const plan = requireOk(outcome, request, video)
    context.bar.clear()
    const result = { link: request.link, title: video.title, ...clip, plan }
    const lines = [
      describePlan(video.title, plan),
      describeFit(clip.options),
      ...(parts ?? []).map(describePart),
      describeShortening(video, parts ?? request.ranges),
    ]
    await context.printResult(
      request.isJson ? formatJson(result, request) : joinLines([...lines, emptyLineAfter(request)]),
    )
  })
}

async function showVideo(request: LinkArguments, context: CutContext): Promise<void> {
  await using scratch = await openWorkFolder(tmpdir())
  await withVideo(request, context, scratch.directory, async (video) => {
    context.bar.clear()
    const facts = videoFactsOf(video)
    const text = joinLines([formatVideoFacts(facts), emptyLineAfter(request)])
    await context.printResult(request.isJson ? formatJson({ link: request.link, ...facts }, request) : text)
  })
}

/** Formats a result as JSON. With several links, each result is one line, so that scripts can read the lines. */
const formatJson = (result: object, { listPosition }: LinkArguments): string =>
  JSON.stringify(result, null, listPosition === null ? 2 : 0)

/** An empty line after a result of several lines, if another link may follow. */
const emptyLineAfter = ({ listPosition }: LinkArguments): string | null => (listPosition === null ? null : '')

const joinLines = (lines: readonly (string | null)[]): string => lines.filter((line) => line !== null).join('\n')

async function withVideo(
  request: LinkArguments,
  { environment, directory, signal, bar }: CutContext,
  scratchDirectory: string,
  run: (video: OpenedVideo) => Promise<void>,
): Promise<void> {
  const { link } = request
  bar.showText('Looking')
  await refuseUnreadable(link, directory)
  const server = findServer(request, environment)
  if (server) await trustAuthorities(environment)
  const openedVideo = server
    ? await openOnServer(link, { ...server, directory, signal })
    : await openLink(link, { environment, directory, scratchDirectory, signal })
  if (!openedVideo.ok) {
    if (openedVideo.code === 'invalid_link') await refuseFolder(link, directory)
    throw failureOf(openedVideo.code, link, openedVideo)
  }
  try {
    await run(openedVideo.video)
  } finally {
    await openedVideo.close()
  }
}

/**
 * @throws CutFailure source_failed for a file without read permission. All other errors occur when the link is opened.
 */
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
  if (outcome.code === 'quality_unavailable') throw notOfferedFailure(request, hasVideo)
  throw failureOf(outcome.code, request.link, outcome)
}
