import { access, constants, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative, resolve } from 'node:path'
import { SUBTITLE_FILE_FORMATS, type SubtitleForm } from '@kerf/domain/captions/transcript'
import { writeSubtitles } from '@kerf/domain/captions/write-captions'
import { type FoundVideo, inClipTime, openLink, type Refusal } from '@kerf/server/open-link'
import type { CutRequest } from './arguments/read-arguments.ts'
import { audioTrackOption, type ChosenPart, captionsOf, chosenParts } from './chosen-parts.ts'
import { describeChoices, describePart, describePlan, describeReceipt } from './describe-cut.ts'
import { CutFailure, failureOf, notOffered } from './failure.ts'
import { type OutputFile, prepareOutput } from './output-file.ts'
import type { ProgressBar } from './progress-bar.ts'
import { rangesInside, shortenedNote } from './ranges-inside.ts'

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
  if (request.isList) return showChoices(request, around)
  return request.isDryRun ? showPlan(request, around) : makeClip(request, around)
}

async function makeClip(request: CutRequest, around: Surroundings): Promise<void> {
  const path = resolve(around.directory, request.outputPath)
  const beside = request.subtitles?.as === 'file' ? SUBTITLE_FILE_FORMATS : []
  const source = resolve(around.directory, request.link)
  const output = await prepareOutput(path, request.mayOverwrite, source, beside)
  try {
    await withVideo(request, around, output.directory, async (video) => {
      const asked = await askedOf(video, request, around.signal)
      await cut(video, asked, request, output, around)
    })
  } finally {
    await output.close()
  }
}

/** A request in this video: its ranges, and what there is of the rest. */
interface Asked {
  clip: Parameters<FoundVideo['plan']>[0]
  /** What the ranges are called; null where times were named. */
  parts: ChosenPart[] | null
  /** Those that come in files beside it. */
  captionsBeside: FoundVideo['captions'][number] | null
}

async function askedOf(video: FoundVideo, request: CutRequest, signal: AbortSignal): Promise<Asked> {
  const { quality, format, subtitles } = request
  const track = audioTrackOption(video, request.audioTrack)
  const captions = subtitles && captionsOf(video, subtitles.captions)
  const parts = await chosenParts(video, request, signal)
  const ranges = rangesInside(video, parts ?? request.ranges)
  const options = { ...track, ...(subtitles && captions && inClip(subtitles.as, captions.id)) }
  const clip = { ranges, quality, format, options }
  return { clip, parts, captionsBeside: subtitles?.as === 'file' ? captions : null }
}

function inClip(as: SubtitleForm, captions: string): Pick<Asked['clip']['options'], 'subtitles'> {
  if (as === 'file') return {}
  return { subtitles: as === 'track' ? { captions, as } : { captions, as, style: 'outline' } }
}

async function cut(
  video: FoundVideo,
  { clip, parts, captionsBeside }: Asked,
  request: CutRequest,
  output: OutputFile,
  { signal, bar, print, directory }: Surroundings,
): Promise<void> {
  bar.show({ done: 0, stage: 'reading' })
  const { outputPath } = request
  // Read first: a clip should not wait behind its name for a text.
  const transcript = captionsBeside && (await video.readTranscript(captionsBeside.id, signal))
  const outcome = await video.cut(clip, output.partialPath, { signal, onProgress: bar.show })
  const receipt = requireOk(outcome, request, video)
  // The container of a clip in the original codecs is known only now.
  const isOther = receipt.container !== undefined && extname(outputPath) !== `.${receipt.container}`
  const path = await output.publish(isOther ? receipt.container! : null)
  const subtitles: string[] = []
  if (transcript?.ok) {
    const cues = inClipTime(transcript.value.cues, receipt, clip.ranges)
    for (const format of SUBTITLE_FILE_FORMATS)
      subtitles.push(await output.writeBeside(path, format, writeSubtitles[format](cues)))
  }
  bar.clear()
  const { ranges, quality, format } = clip
  const result = { link: request.link, title: video.title, quality, format, ranges, file: path, subtitles, receipt }
  const lines = [
    describeReceipt(isOther ? relative(directory, path) : outputPath, receipt),
    ...subtitles.map((file) => relative(directory, file)),
    transcript && !transcript.ok ? 'The captions could not be read: there are no subtitles beside it.' : null,
    shortenedNote(video, parts ?? request.ranges),
  ]
  await print(request.isJson ? JSON.stringify(result, null, 2) : linesOf(lines))
}

async function showPlan(request: CutRequest, around: Surroundings): Promise<void> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'kerf-plan-'))
  await withVideo(request, around, scratch.path, async (video) => {
    const { clip, parts } = await askedOf(video, request, around.signal)
    around.bar.say('Planning')
    const planned = await video.plan(clip, around.signal)
    const plan = requireOk(planned, request, video)
    around.bar.clear()
    const { quality, format, ranges } = clip
    const result = { link: request.link, title: video.title, quality, format, ranges, plan }
    const lines = [
      describePlan(video.title, plan),
      ...(parts ?? []).map(describePart),
      shortenedNote(video, parts ?? request.ranges),
    ]
    await around.print(request.isJson ? JSON.stringify(result, null, 2) : linesOf(lines))
  })
}

async function showChoices({ link, isJson }: CutRequest, around: Surroundings): Promise<void> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'kerf-list-'))
  await withVideo({ link }, around, scratch.path, async (video) => {
    around.bar.clear()
    const { title, durationSeconds, captions, audioTracks, chapters } = video
    const choices = { title, durationSeconds, captions, audioTracks, chapters }
    await around.print(isJson ? JSON.stringify({ link, ...choices }, null, 2) : describeChoices(choices))
  })
}

const linesOf = (lines: readonly (string | null)[]): string => lines.filter((line) => line !== null).join('\n')

async function withVideo(
  { link }: Pick<CutRequest, 'link'>,
  { environment, directory, signal, bar }: Surroundings,
  scratchDirectory: string,
  work: (video: FoundVideo) => Promise<void>,
): Promise<void> {
  bar.say('Looking')
  await refuseUnreadable(link, directory)
  const opened = await openLink(link, { environment, directory, scratchDirectory, signal })
  if (!opened.ok) throw failureOf(opened.code, link)
  try {
    await work(opened.video)
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
