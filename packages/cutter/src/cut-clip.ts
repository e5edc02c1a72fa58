import type { ClipSink } from './api/clip-sink.ts'
import { type ClipSpec, isAudioOnly } from './api/clip-spec.ts'
import type { CutWay } from './api/cut-plan.ts'
import { AudioFormError, asBrokenMedia, CutterError, throwIfCancelled } from './api/cutter-error.ts'
import type { CutLimits, CutProgress, CutReceipt, LeftOut } from './api/receipt.ts'
import { type AudioWork, audioTrack } from './audio/audio-track.ts'
import { cutAudio } from './cut-audio.ts'
import { cutGif, cutStill, cutWebp, type WrittenFrames } from './cut-images.ts'
import { cutWebm } from './cut-webm.ts'
import { mediaNotes } from './media-notes.ts'
import { headerBound } from './mux/mp4/header-bound.ts'
import { chapterTrack, subtitleTrack } from './mux/mp4/text-track.ts'
import { roomForPackets, writeMp4 } from './mux/mp4/write-mp4.ts'
import { type ClipText, clipText, stackedCues } from './plan/clip-text.ts'
import type { ClipFrames, TranscodedFrames } from './plan/cut-task.ts'
import { shownSize } from './plan/display-size.ts'
import { receiptTimes } from './plan/plan-facts.ts'
import { secondsOf, type TranscodeVideoTask } from './plan/plan-video.ts'
import { type CutPlan, planCut } from './plan-cut.ts'
import { type PreparedAudio, preparedAudio } from './prepare-audio.ts'
import type { ClipTrack } from './supply/clip-track.ts'
import { clipSupply } from './supply/packet-supply.ts'
import { cutProgressMeter } from './supply/progress-meter.ts'
import { withTwoPassTracks } from './two-pass-tracks.ts'
import { nativeMp4Track, nativeWay } from './video/native-track.ts'
import { type VideoWork, videoTrack } from './video/video-track.ts'

export interface CutOptions {
  signal?: AbortSignal
  onProgress?: (progress: CutProgress) => void
  limits?: CutLimits
  /**
   * Where files are put that are gone after the cut: of subtitles that are drawn, and of clips that are made to fit a size
   * what their ranges need of the source. By default the system's.
   */
  scratchDirectory?: string
}

/** WebM counts in milliseconds. */
const DURATION_TOLERANCE_SECONDS = 0.002

/** GOPs may be twice as large as the part of them that a short range needs; above that the clip is certainly too large. */
const CERTAINLY_TOO_LARGE = 2

/**
 * Writes the clip to a sink. On failure the sink discards what it has, and reads and codecs still under way end. A clip
 * that comes out larger than its request allows is cut once more to fit; one that does not come out as planned, in the
 * slowest way: wholly re-encoded, decoded from an earlier keyframe.
 * @throws CutterError broken_media, too_large, does_not_fit, source_failed, sink_failed, nothing_in_range, cancelled
 */
export async function cut(plan: CutPlan, sink: ClipSink, options: CutOptions = {}): Promise<CutReceipt> {
  const progress = risingProgress(options.onProgress)
  const tried = { ...options, onProgress: progress.report }
  try {
    return await cutOnce(plan, sink, tried)
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
    if (error instanceof AudioFormError) {
      if (isAudioRead) throw error
      const read = { ...planning, isThorough, isTwoPass, isAudioRead: true }
      return cut(await planCut(media, plan.ranges, request, read), sink, tried)
    }
    if (error.code === 'too_large' && limitOf(plan) < Infinity && !isTwoPass)
      return cut(await planCut(media, plan.ranges, request, { ...planning, isThorough, isTwoPass: true }), sink, tried)
    const mayTranscode = plan.container === 'mp4' && video?.kind !== 'native'
    if (error.code !== 'broken_media' || !mayTranscode || isThorough) throw error
    const thorough = await planCut(media, plan.ranges, request, { ...planning, isThorough: true, isTwoPass })
    // If it fails again, the first reason was the true one.
    return await cut(thorough, sink, tried).catch((again: CutterError) => {
      throw again.code === 'broken_media' ? error : again
    })
  }
}

/** Progress of tries: where one has failed, the next one is the rest of the work. */
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

/** The bytes that a request allows its clip. */
function limitOf({ task: { request } }: CutPlan): number {
  return request.kind === 'video' ? (request.maxBytes ?? Infinity) : Infinity
}

async function cutOnce(plan: CutPlan, sink: ClipSink, options: CutOptions): Promise<CutReceipt> {
  const { signal, onProgress, limits = {} } = options
  const startedAt = performance.now()
  throwIfCancelled(signal)
  const failure = new AbortController()
  let prepared: PreparedAudio | null = null
  const ending = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  try {
    // One plan may be carried out more than once.
    const meter = { ...plan.task.meter }
    const progress = cutProgressMeter(plan, onProgress)
    const readOptions = { signal: ending, meter, cached: plan.task.cached }
    const { scratchDirectory } = options
    const formChanges: number[] = []
    const making = {
      progress,
      signal: ending,
      encoderThreads: limits.encoderThreads,
      scratchDirectory,
      isAudioRead: plan.task.isAudioRead,
      onFormChange: (seconds: number) => formChanges.push(seconds),
    }
    prepared = await preparedAudio(plan, making, readOptions)
    const task = prepared.audioSupply ? { ...plan.task, audio: null } : plan.task
    const supply = clipSupply(task, readOptions, progress.addFetched)
    const work = { ...making, ...prepared, supply }
    const checked = checkedSink(sink)
    await checked.open()
    const text = clipText(plan.task)
    const largestBytes = Math.min(limits.maxClipBytes ?? Infinity, limitOf(plan))
    const written = await cutAsRequested(plan, text, checked, largestBytes, work)
    const { clipBytes, way = plan.way, container, ...facts } = written
    const bytesCovered = supply.coveredBytes() + prepared.coveredBytes()
    const bytes = { bytesFetched: meter.bytes, bytesCovered, clipBytes }
    throwIfCancelled(ending)
    requireAsPlanned(plan, facts)
    await checked.finish(clipBytes)
    progress.finish()
    const wallMilliseconds = Math.round(performance.now() - startedAt)
    const leftOut = leftOutOf(plan)
    const notes = mediaNotes(plan, formChanges)
    return {
      ...facts,
      ...bytes,
      shown: text.shown,
      ...(text.cues && { cues: text.cues.length }),
      ...(text.chapters && { chapters: text.chapters.length }),
      ...(prepared.loudness && { loudness: prepared.loudness }),
      way,
      ...(container && { container }),
      ...(leftOut[0] && { leftOut }),
      ...(notes[0] && { notes }),
      wallMilliseconds,
    }
  } catch (error) {
    failure.abort(error)
    // The reason of the failed cut matters more than a failed cleanup.
    await sink.discard().catch(() => {})
    throwIfCancelled(signal)
    throw asBrokenMedia(error, 'The media cannot be cut')
  } finally {
    await prepared?.close()
  }
}

/** Of what the media has: nobody expects subtitles of audio alone, or audio of a still. */
function leftOutOf({ container, task }: CutPlan): LeftOut[] {
  const isVideo = container === 'mp4' || container === 'webm'
  const isSubtitled = 'subtitles' in task.request && task.request.subtitles !== undefined
  return task.media.leftOut.filter((left) => {
    if (left === 'alpha') return task.video !== null
    return left === 'other_audio' ? task.audio !== null : isVideo && !isSubtitled
  })
}

/** @throws CutterError broken_media: no video is completed whose frames or duration are not those of the plan */
function requireAsPlanned({ video, clip, container }: CutPlan, made: Pick<CutReceipt, 'frames' | 'durationSeconds'>) {
  if (container !== 'mp4' && container !== 'webm') return
  const missesFrames = video !== null && video.frames !== null && made.frames !== video.frames
  if (!missesFrames && Math.abs(made.durationSeconds - clip.durationSeconds) <= DURATION_TOLERANCE_SECONDS) return
  throw new CutterError(
    'broken_media',
    `The clip came out with ${made.frames} frames in ${made.durationSeconds} s instead of ${video?.frames ?? 'some'} in ${clip.durationSeconds} s.`,
  )
}

type ClipWork = VideoWork & AudioWork
type Written = Omit<CutReceipt, 'bytesFetched' | 'bytesCovered' | 'way' | 'wallMilliseconds'> & { way?: CutWay }

async function cutAsRequested(
  plan: CutPlan,
  text: ClipText,
  sink: ClipSink,
  largestBytes: number,
  work: ClipWork,
): Promise<Written> {
  const { video, request } = plan.task
  if (isAudioOnly(request)) {
    const written = await cutAudio(plan.task, limitedSink(sink, largestBytes), work)
    return { ...NO_FRAMES, ...written, ...(plan.audio?.how === 'spliced' && { isAudioCopied: true }) }
  }
  switch (plan.way) {
    case 'gif':
    case 'webp':
    case 'still':
      return cutFrames(plan, limitedSink(sink, largestBytes), work)
    default:
      if (plan.container !== 'webm') return cutVideo(plan, text, sink, largestBytes, work)
      if (video?.kind !== 'native') throw new Error('Frames for WebM are planned to stay in their codec.')
      return cutWebm({ ...plan.task, video }, text, limitedSink(sink, largestBytes), work)
  }
}

/** Refuses writes past the limit. MP4 checks its own limit in writeMp4. */
function limitedSink(sink: ClipSink, largestBytes: number): ClipSink {
  return {
    ...sink,
    async write(position, bytes) {
      if (position + bytes.length > largestBytes) throw tooLarge(largestBytes)
      await sink.write(position, bytes)
    },
  }
}

function tooLarge(largestBytes: number): CutterError {
  return new CutterError('too_large', `The clip would be larger than ${largestBytes} bytes.`)
}

const NO_FRAMES = {
  frames: 0,
  firstFrameSeconds: null,
  lastFrameSeconds: null,
  framesCopied: 0,
  framesReencoded: 0,
  soundOffsetMilliseconds: null,
}

async function cutFrames({ task }: CutPlan, sink: ClipSink, work: ClipWork): Promise<Written> {
  const { video, request } = task
  if (video?.kind !== 'transcode') throw new Error('Frames alone are planned to be decoded.')
  const written = await writeImages(video.parts, request, sink, work)
  return { ...NO_FRAMES, ...written, framesReencoded: written.frames }
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
  largestBytes: number,
  work: ClipWork,
): Promise<Written> {
  const { task, neededBytes } = plan
  const { video, audio } = task
  if (!video) throw new Error('A video is planned with frames.')
  const isMostlyCopied = video.kind === 'splice'
  if (isMostlyCopied && (neededBytes ?? 0) > CERTAINLY_TOO_LARGE * largestBytes) throw tooLarge(largestBytes)
  const texts = clipTexts(plan, text)
  const { changes } = texts
  const writing = { largestBytes, signal: work.signal }
  if (video.kind === 'native') {
    const { track, encodedFrames, counts } = nativeMp4Track(video.parts, work)
    const tracks = { video: track, audio: audio && audioTrack(audio, work) }
    const written = await writeTracks(plan, texts, sink, { ...writing, ...tracks, encodedFrames })
    return { ...written, way: nativeWay(counts) }
  }
  if (!task.isTwoPass || video.kind === 'splice') {
    const { track, encodedFrames } = videoTrack(video, work, changes)
    const tracks = { video: track, audio: audio && audioTrack(audio, work) }
    return writeTracks(plan, texts, sink, { ...writing, ...tracks, encodedFrames })
  }
  const textBytes = await texts.bytes()
  const fitting = {
    parts: video.parts,
    audio,
    changes,
    maxBytes: largestBytes,
    work,
    frames: plan.video?.frames ?? null,
    roomFor: (frames: number) =>
      roomForPackets({ largestBytes, headerBytes: texts.headerBytes(counted(video, frames)) }) - textBytes,
  }
  return withTwoPassTracks(fitting, ({ frames, ...tracks }) => {
    const made = { ...tracks, frames: counted(video, frames), encodedFrames: () => frames }
    return writeTracks(plan, texts, sink, { ...writing, ...made })
  })
}

/** The same ranges, of so many frames in all. */
function counted(video: TranscodedFrames, frames: number): TranscodedFrames {
  const [first, ...others] = video.parts
  const withFrames = (part: TranscodeVideoTask, count: number) => ({
    ...part,
    window: { ...part.window, frames: count },
  })
  return { ...video, parts: [withFrames(first!, frames), ...others.map((part) => withFrames(part, 0))] }
}

/** The texts of an MP4: as tracks of their own, or drawn into its frames. */
function clipTexts({ task }: CutPlan, text: ClipText) {
  const { video, request } = task
  if (request.kind !== 'video' && request.kind !== 'original') throw new Error('No other clip is an MP4.')
  const { subtitles: wanted, audioLanguage } = request
  const cues = stackedCues(text.cues ?? [])
  const subtitles = wanted?.as === 'track' ? cues : []
  const chapters = text.chapters ?? []
  const isDrawn = wanted?.as === 'burned' && video?.kind === 'transcode' && cues.length > 0
  const tracksBeside = ({ endTick, timescale, display }: Pick<ClipTrack, 'endTick' | 'timescale' | 'display'>) => {
    const durationSeconds = endTick / timescale
    const language = wanted?.language ?? ''
    return [
      ...(subtitles.length > 0 ? [subtitleTrack(subtitles, { durationSeconds, language, display: display! })] : []),
      ...(chapters.length > 0 ? [chapterTrack(chapters, durationSeconds)] : []),
    ]
  }
  return {
    chapters,
    audioLanguage,
    tracksBeside,
    changes: {
      burned: isDrawn ? { ...wanted, cues } : null,
      fadeSeconds: 'videoFade' in request ? request.videoFade : undefined,
    },
    headerBytes: (frames: ClipFrames) => headerBound({ ...task, video: frames }, { subtitles, chapters }),
    /** Of the packets of all text tracks. */
    async bytes(): Promise<number> {
      const [{ window, opened }] = video!.parts as [TranscodeVideoTask]
      const endTick = secondsOf(video!.parts) * window.timescale
      const display = { ...opened.description, matrix: null }
      let bytes = 0
      for (const { packets } of tracksBeside({ endTick, timescale: window.timescale, display }))
        for await (const { data } of packets) bytes += data.length
      return bytes
    },
  }
}

interface MadeTracks {
  video: ClipTrack
  audio: ClipTrack | null
  /** As planned, or counted. */
  frames?: ClipFrames
  encodedFrames(): number
  largestBytes: number
  signal: AbortSignal
}

async function writeTracks(
  plan: CutPlan,
  { tracksBeside, headerBytes, chapters, audioLanguage }: ReturnType<typeof clipTexts>,
  sink: ClipSink,
  { video, audio, frames: made, encodedFrames, largestBytes, signal }: MadeTracks,
): Promise<Written> {
  const { task } = plan
  const tracks = [video, ...(audio ? [{ ...audio, language: audioLanguage }] : []), ...tracksBeside(video)]
  const options = { signal, largestBytes, headerBytes: headerBytes(made ?? task.video!), chapters }
  const written = await writeMp4(sink, tracks, options)
  const frames = written.video?.pts.length ?? 0
  const framesReencoded = encodedFrames()
  const { description } = task.video!.parts[0]!.opened
  const { width, height } = video.display ?? description
  return {
    frames,
    ...receiptTimes(task.video!, written.audio && task.audio),
    framesCopied: frames - framesReencoded,
    framesReencoded,
    durationSeconds: video.endTick / video.timescale,
    clipBytes: written.sizeBytes,
    size: shownSize({ ...description, width, height }, null),
    ...(task.request.kind === 'original' && { container: 'mp4' as const }),
  }
}

/** The same sink, but its errors are marked so that they differ from errors of the media. */
export function checkedSink(sink: ClipSink): ClipSink {
  const check = async <Result>(what: string, call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CutterError('sink_failed', `The clip could not be ${what}: ${reason}`, { cause: error })
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
