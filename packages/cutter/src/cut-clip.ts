import type { ClipSink } from './api/clip-sink.ts'
import { type ClipSpec, isAudioOnly } from './api/clip-spec.ts'
import type { CutMethod } from './api/cut-plan.ts'
import { AudioFormatError, asBrokenMedia, CutterError, SeamError, throwIfCancelled } from './api/cutter-error.ts'
import type { CutLimits, CutProgress, CutReceipt, LeftOut } from './api/receipt.ts'
import { type AudioWork, audioTrack } from './audio/audio-track.ts'
import { cutAudio } from './cut-audio.ts'
import { cutGif, cutStill, cutWebp, type WrittenFrames } from './cut-images.ts'
import { cutWebm } from './cut-webm.ts'
import type { OpenScratchFolder } from './io/scratch.ts'
import { mediaNotes } from './media-notes.ts'
import { headerBound } from './mux/mp4/header-bound.ts'
import { chapterTrack, subtitleTrack } from './mux/mp4/text-track.ts'
import { maxPacketBytes, writeMp4 } from './mux/mp4/write-mp4.ts'
import { type ClipText, clipText, mergeOverlappingCues } from './plan/clip-text.ts'
import type { ClipFrames, TranscodedFrames } from './plan/cut-task.ts'
import { displayedSize } from './plan/display-size.ts'
import { receiptTimes } from './plan/plan-facts.ts'
import { type TranscodeVideoTask, videoSeconds } from './plan/plan-video.ts'
import { type CutPlan, planCut } from './plan-cut.ts'
import { type PreparedAudio, prepareAudio } from './prepare-audio.ts'
import type { ClipTrack } from './supply/clip-track.ts'
import { clipSupply } from './supply/packet-supply.ts'
import { cutProgressMeter } from './supply/progress-meter.ts'
import { withTwoPassTracks } from './two-pass-tracks.ts'
import { nativeCutMethod, nativeMp4Track } from './video/native-track.ts'
import { type VideoWork, videoTrack } from './video/video-track.ts'

export interface CutOptions {
  signal?: AbortSignal
  onProgress?: (progress: CutProgress) => void
  limits?: CutLimits
  /**
   * Folder for temporary files, which are deleted after the cut: fonts and text of burned-in subtitles, and packets for
   * repeated passes. By default the system's folder for temporary files.
   */
  scratchDirectory?: string
}

interface ClipOptions extends CutOptions {
  openScratch: OpenScratchFolder
}

/** Largest difference between planned and actual duration: WebM has times in whole milliseconds. */
const DURATION_TOLERANCE_SECONDS = 0.002

/** GOPs may be twice as large as the frames that a short range copies. Beyond that the clip is certainly too large. */
const TOO_LARGE_FACTOR = 2

/**
 * Writes the clip to a sink. After a failure the sink discards its bytes, and all reads and codecs stop. A clip larger
 * than its request allows is cut again in two passes. A clip that does not come out as planned, or whose seams do not
 * fit, is cut again in the slowest mode: wholly re-encoded, and decoded from an earlier keyframe.
 * @throws CutterError broken_media, too_large, does_not_fit, source_failed, sink_failed, nothing_in_range, cancelled
 */
export async function cutClip(plan: CutPlan, sink: ClipSink, options: ClipOptions): Promise<CutReceipt> {
  const progress = risingProgress(options.onProgress)
  const attemptOptions = { ...options, onProgress: progress.report }
  try {
    return await cutOnce(plan, sink, attemptOptions)
  } catch (error) {
    if (!(error instanceof CutterError)) throw error
    const {
      media,
      video,
      request,
      isTwoPass = false,
      isThorough = false,
      isAudioRead = false,
      maxCodecBytes,
    } = plan.task
    const planning = { signal: options.signal, maxCodecBytes, isAudioRead }
    progress.startAgain()
    if (error instanceof AudioFormatError) {
      if (isAudioRead) throw error
      const replanning = { ...planning, isThorough, isTwoPass, isAudioRead: true }
      return cutClip(await planCut(media, plan.ranges, request, replanning), sink, attemptOptions)
    }
    if (error.code === 'too_large' && sizeLimitOf(plan) < Infinity && !isTwoPass)
      return cutClip(
        await planCut(media, plan.ranges, request, { ...planning, isThorough, isTwoPass: true }),
        sink,
        attemptOptions,
      )
    const mayTranscode = plan.container === 'mp4' && video?.kind !== 'native'
    const mayHelp = error.code === 'broken_media' || error instanceof SeamError
    if (!mayHelp || !mayTranscode || isThorough) throw error
    const thoroughPlan = await planCut(media, plan.ranges, request, { ...planning, isThorough: true, isTwoPass })
    // If the thorough cut finds broken media too, the first error names the actual reason.
    return await cutClip(thoroughPlan, sink, attemptOptions).catch((secondError: CutterError) => {
      throw secondError.code === 'broken_media' ? error : secondError
    })
  }
}

/** Joins the progress of all attempts: each new attempt fills the share that the failed one left open. */
function risingProgress(onProgress: CutOptions['onProgress']) {
  let from = 0
  let done = 0
  return {
    report: (progress: CutProgress) => {
      done = from + (1 - from) * progress.done
      onProgress?.({ ...progress, done })
    },
    startAgain: () => {
      from = done
    },
  }
}

/** Largest size in bytes that a request allows its clip. */
function sizeLimitOf({ task: { request } }: CutPlan): number {
  return request.kind === 'video' ? (request.maxBytes ?? Infinity) : Infinity
}

async function cutOnce(plan: CutPlan, sink: ClipSink, options: ClipOptions): Promise<CutReceipt> {
  const { signal, onProgress, limits = {} } = options
  const startMilliseconds = performance.now()
  throwIfCancelled(signal)
  const failure = new AbortController()
  let preparedAudio: PreparedAudio | null = null
  const endSignal = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  try {
    // A copy, because one plan may be cut more than once.
    const meter = { ...plan.task.meter }
    const progress = cutProgressMeter(plan, onProgress)
    const readOptions = { signal: endSignal, meter, cachedReads: plan.task.cachedReads }
    const { scratchDirectory, openScratch } = options
    const formatChanges: number[] = []
    const baseWork = {
      codecs: plan.task.media.codecs,
      progress,
      signal: endSignal,
      encoderThreads: limits.encoderThreads,
      scratchDirectory,
      openScratch,
      isAudioRead: plan.task.isAudioRead,
      onFormatChange: (seconds: number) => formatChanges.push(seconds),
    }
    preparedAudio = await prepareAudio(plan, baseWork, readOptions)
    const task = preparedAudio.audioSupply ? { ...plan.task, audio: null } : plan.task
    const supply = clipSupply(task, readOptions, progress.addFetched)
    const work = { ...baseWork, ...preparedAudio, supply }
    const clipSink = checkedSink(sink)
    await clipSink.open()
    const text = clipText(plan.task)
    const maxBytes = Math.min(limits.maxClipBytes ?? Infinity, sizeLimitOf(plan))
    const writtenClip = await cutAsRequested(plan, text, clipSink, maxBytes, work)
    const { clipBytes, way = plan.way, container, ...facts } = writtenClip
    const bytesCovered = supply.coveredBytes() + preparedAudio.coveredBytes()
    const bytes = { bytesFetched: meter.bytes, bytesCovered, clipBytes }
    throwIfCancelled(endSignal)
    requireAsPlanned(plan, facts)
    await clipSink.finish(clipBytes)
    progress.finish()
    const wallMilliseconds = Math.round(performance.now() - startMilliseconds)
    const leftOut = leftOutOf(plan)
    const notes = mediaNotes(plan, formatChanges)
    return {
      ...facts,
      ...bytes,
      shown: text.ranges,
      ...(text.cues && { cues: text.cues.length }),
      ...(text.chapters && { chapters: text.chapters.length }),
      ...(preparedAudio.loudness && { loudness: preparedAudio.loudness }),
      way,
      ...(container && { container }),
      ...(leftOut[0] && { leftOut }),
      ...(notes[0] && { notes }),
      wallMilliseconds,
    }
  } catch (error) {
    failure.abort(error)
    // The error of the cut matters more than a failed cleanup.
    await sink.discard().catch(() => {})
    throwIfCancelled(signal)
    throw asBrokenMedia(error, 'The media cannot be cut')
  } finally {
    await preparedAudio?.close()
  }
}

/**
 * Lists the parts of the media that the clip lost. Subtitles count only for videos, audio only for clips with audio.
 */
function leftOutOf({ container, task }: CutPlan): LeftOut[] {
  const isVideo = container === 'mp4' || container === 'webm'
  const isSubtitled = 'subtitles' in task.request && task.request.subtitles !== undefined
  return task.media.leftOut.filter((part) => {
    if (part === 'alpha') return task.video !== null
    return part === 'other_audio' ? task.audio !== null : isVideo && !isSubtitled
  })
}

/** @throws CutterError broken_media if the frames or the duration of a video differ from its plan */
function requireAsPlanned({ video, clip, container }: CutPlan, facts: Pick<CutReceipt, 'frames' | 'durationSeconds'>) {
  if (container !== 'mp4' && container !== 'webm') return
  const missesFrames = video !== null && video.frames !== null && facts.frames !== video.frames
  if (!missesFrames && Math.abs(facts.durationSeconds - clip.durationSeconds) <= DURATION_TOLERANCE_SECONDS) return
  throw new CutterError(
    'broken_media',
    `The clip came out with ${facts.frames} frames in ${facts.durationSeconds} s instead of ${video?.frames ?? 'some'} in ${clip.durationSeconds} s.`,
  )
}

type ClipWork = VideoWork & AudioWork & { openScratch: OpenScratchFolder }
type WrittenClip = Omit<CutReceipt, 'bytesFetched' | 'bytesCovered' | 'way' | 'wallMilliseconds'> & { way?: CutMethod }

async function cutAsRequested(
  plan: CutPlan,
  text: ClipText,
  sink: ClipSink,
  maxBytes: number,
  work: ClipWork,
): Promise<WrittenClip> {
  const { video, request } = plan.task
  if (isAudioOnly(request)) {
    const writtenAudio = await cutAudio(plan.task, limitedSink(sink, maxBytes), work)
    return { ...NO_FRAME_FACTS, ...writtenAudio, ...(plan.audio?.how === 'spliced' && { isAudioCopied: true }) }
  }
  switch (plan.way) {
    case 'gif':
    case 'webp':
    case 'still':
      return cutFrames(plan, limitedSink(sink, maxBytes), work)
    default:
      if (plan.container !== 'webm') return cutVideo(plan, text, sink, maxBytes, work)
      if (video?.kind !== 'native') throw new Error('Frames for WebM are planned to stay in their codec.')
      return cutWebm({ ...plan.task, video }, text, limitedSink(sink, maxBytes), work)
  }
}

/** Refuses writes past the limit. For MP4, writeMp4 checks the limit. */
function limitedSink(sink: ClipSink, maxBytes: number): ClipSink {
  return {
    ...sink,
    async write(position, bytes) {
      if (position + bytes.length > maxBytes) throw tooLargeError(maxBytes)
      await sink.write(position, bytes)
    },
  }
}

function tooLargeError(maxBytes: number): CutterError {
  return new CutterError('too_large', `The clip would be larger than ${maxBytes} bytes.`)
}

const NO_FRAME_FACTS = {
  frames: 0,
  firstFrameSeconds: null,
  lastFrameSeconds: null,
  framesCopied: 0,
  framesReencoded: 0,
  soundOffsetMilliseconds: null,
}

async function cutFrames({ task }: CutPlan, sink: ClipSink, work: ClipWork): Promise<WrittenClip> {
  const { video, request } = task
  if (video?.kind !== 'transcode') throw new Error('Frames alone are planned to be decoded.')
  const writtenImage = await writeImages(video.parts, request, sink, work)
  return { ...NO_FRAME_FACTS, ...writtenImage, framesReencoded: writtenImage.frames }
}

function writeImages(
  parts: readonly TranscodeVideoTask[],
  request: ClipSpec,
  sink: ClipSink,
  work: ClipWork,
): Promise<WrittenFrames> {
  switch (request.kind) {
    case 'still':
      return cutStill(parts, request, sink, work)
    case 'gif':
      return cutGif(parts, request, sink, work)
    case 'webp':
      return cutWebp(parts, request, sink, work)
    default:
      throw new Error('No other clip is of frames alone.')
  }
}

async function cutVideo(
  plan: CutPlan,
  text: ClipText,
  sink: ClipSink,
  maxBytes: number,
  work: ClipWork,
): Promise<WrittenClip> {
  const { task, neededBytes } = plan
  const { video, audio } = task
  if (!video) throw new Error('A video is planned with frames.')
  const isMostlyCopied = video.kind === 'splice'
  if (isMostlyCopied && (neededBytes ?? 0) > TOO_LARGE_FACTOR * maxBytes) throw tooLargeError(maxBytes)
  const texts = clipTexts(plan, text)
  const { changes } = texts
  const writeOptions = { maxBytes, signal: work.signal }
  if (video.kind === 'native') {
    const { track, encodedFrames, counts } = nativeMp4Track(video.parts, work)
    const tracks = { video: track, audio: audio && audioTrack(audio, work) }
    const writtenClip = await writeTracks(plan, texts, sink, { ...writeOptions, ...tracks, encodedFrames })
    return { ...writtenClip, way: nativeCutMethod(counts) }
  }
  if (!task.isTwoPass || video.kind === 'splice') {
    const { track, encodedFrames } = videoTrack(video, work, changes)
    const tracks = { video: track, audio: audio && audioTrack(audio, work) }
    return writeTracks(plan, texts, sink, { ...writeOptions, ...tracks, encodedFrames })
  }
  const textBytes = await texts.bytes()
  const twoPassInput = {
    parts: video.parts,
    audio,
    changes,
    maxBytes,
    work,
    openScratch: work.openScratch,
    frames: plan.video?.frames ?? null,
    roomFor: (frames: number) =>
      maxPacketBytes({ maxBytes, headerBytes: texts.headerBytes(withFrameCount(video, frames)) }) - textBytes,
  }
  return withTwoPassTracks(twoPassInput, ({ frames, ...tracks }) => {
    const countedTracks = { ...tracks, frames: withFrameCount(video, frames), encodedFrames: () => frames }
    return writeTracks(plan, texts, sink, { ...writeOptions, ...countedTracks })
  })
}

/** Sets the total number of frames, all counted in the first part. */
function withFrameCount(video: TranscodedFrames, frames: number): TranscodedFrames {
  const [first, ...otherParts] = video.parts
  const withFrames = (part: TranscodeVideoTask, count: number) => ({
    ...part,
    window: { ...part.window, frames: count },
  })
  return { ...video, parts: [withFrames(first!, frames), ...otherParts.map((part) => withFrames(part, 0))] }
}

/** The cues and chapters of an MP4: as text tracks, or drawn into its frames. */
function clipTexts({ task }: CutPlan, text: ClipText) {
  const { video, request } = task
  if (request.kind !== 'video' && request.kind !== 'original') throw new Error('No other clip is an MP4.')
  const { subtitles, audioLanguage } = request
  const cues = mergeOverlappingCues(text.cues ?? [])
  const trackCues = subtitles?.as === 'track' ? cues : []
  const chapters = text.chapters ?? []
  const isDrawn = subtitles?.as === 'burned' && video?.kind === 'transcode' && cues.length > 0
  const makeTextTracks = ({ endTick, timescale, display }: Pick<ClipTrack, 'endTick' | 'timescale' | 'display'>) => {
    const durationSeconds = endTick / timescale
    const language = subtitles?.language ?? ''
    return [
      ...(trackCues.length > 0 ? [subtitleTrack(trackCues, { durationSeconds, language, display: display! })] : []),
      ...(chapters.length > 0 ? [chapterTrack(chapters, durationSeconds)] : []),
    ]
  }
  return {
    chapters,
    audioLanguage,
    makeTextTracks,
    changes: {
      burned: isDrawn ? { ...subtitles, cues } : null,
      fadeSeconds: 'videoFade' in request ? request.videoFade : undefined,
    },
    headerBytes: (frames: ClipFrames) => headerBound({ ...task, video: frames }, { subtitles: trackCues, chapters }),
    /** Total size of the packets of all text tracks. */
    async bytes(): Promise<number> {
      const [{ window, opened }] = video!.parts as [TranscodeVideoTask]
      const endTick = videoSeconds(video!.parts) * window.timescale
      const display = { ...opened.description, matrix: null }
      let bytes = 0
      for (const { packets } of makeTextTracks({ endTick, timescale: window.timescale, display }))
        for await (const { data } of packets) bytes += data.length
      return bytes
    },
  }
}

interface TracksToWrite {
  video: ClipTrack
  audio: ClipTrack | null
  /** The frames with their count after a first pass; absent: the frames of the plan. */
  frames?: ClipFrames
  encodedFrames(): number
  maxBytes: number
  signal: AbortSignal
}

async function writeTracks(
  plan: CutPlan,
  { makeTextTracks, headerBytes, chapters, audioLanguage }: ReturnType<typeof clipTexts>,
  sink: ClipSink,
  { video, audio, frames: countedFrames, encodedFrames, maxBytes, signal }: TracksToWrite,
): Promise<WrittenClip> {
  const { task } = plan
  const tracks = [video, ...(audio ? [{ ...audio, language: audioLanguage }] : []), ...makeTextTracks(video)]
  const options = { signal, maxBytes, headerBytes: headerBytes(countedFrames ?? task.video!), chapters }
  const writtenFile = await writeMp4(sink, tracks, options)
  const frames = writtenFile.video?.pts.length ?? 0
  const framesReencoded = encodedFrames()
  const { description } = task.video!.parts[0]!.opened
  const { width, height } = video.display ?? description
  return {
    frames,
    ...receiptTimes(task.video!, writtenFile.audio && task.audio),
    framesCopied: frames - framesReencoded,
    framesReencoded,
    durationSeconds: video.endTick / video.timescale,
    clipBytes: writtenFile.sizeBytes,
    size: displayedSize({ ...description, width, height }, null),
    ...(task.request.kind === 'original' && { container: 'mp4' as const }),
  }
}

/** Wraps a sink so that its errors become sink_failed and cannot be mistaken for errors of the media. */
export function checkedSink(sink: ClipSink): ClipSink {
  const check = async <Result>(action: string, call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CutterError('sink_failed', `The clip could not be ${action}: ${reason}`, { cause: error })
    }
  }
  return {
    open: () => check('begun', () => sink.open()),
    write: (position, bytes) => check('written', () => sink.write(position, bytes)),
    read: (start, end) => check('read again', () => sink.read(start, end)),
    finish: (sizeBytes) => check('finished', () => sink.finish(sizeBytes)),
    discard: () => sink.discard(),
  }
}
