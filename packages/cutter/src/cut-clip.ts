import type { ClipSink } from './api/clip-sink.ts'
import { CutterError, throwIfCancelled } from './api/cutter-error.ts'
import type { CutLimits, CutProgress, CutReceipt } from './api/receipt.ts'
import { audioBlocks, audioTrack } from './audio/audio-track.ts'
import { samplesOf } from './audio/joined-audio.ts'
import { type CutWork, carryOut } from './carry-out.ts'
import { cutGif, cutStill, cutWebp } from './cut-images.ts'
import { cutOriginal } from './cut-original.ts'
import { checkedSink } from './io/checked-sink.ts'
import { writeMp3 } from './mux/mp3/write-mp3.ts'
import { headerBound } from './mux/mp4/header-bound.ts'
import { writeMp4 } from './mux/mp4/write-mp4.ts'
import { worstAudioOffsetSeconds } from './plan/audio-offset.ts'
import type { CutPlan } from './plan-cut.ts'
import { videoTrack } from './video/video-track.ts'

export interface CutClipOptions {
  signal?: AbortSignal
  onProgress?: (progress: CutProgress) => void
  limits?: CutLimits
}

/** GOPs may be twice as large as the part of them that a short range needs; beyond that it is certain. */
const HOPELESSLY_LARGE = 2

/**
 * Writes the clip to a sink. On failure the sink is told to discard what it has.
 * @throws CutterError broken_media, too_large, source_failed, sink_failed, nothing_in_range, cancelled
 */
export async function cutClip(plan: CutPlan, sink: ClipSink, options: CutClipOptions = {}): Promise<CutReceipt> {
  const { signal, onProgress, limits = {} } = options
  const startedAt = performance.now()
  // Why there is no clip matters more than why its remains are still there.
  const onFailure = () => sink.discard().catch(() => {})
  const receipt = await carryOut(plan, { signal, onProgress, onFailure }, (work) =>
    cut(plan, checkedSink(sink), { ...work, limits }),
  )
  return { ...receipt, wallMilliseconds: Math.round(performance.now() - startedAt) }
}

interface LimitedWork extends CutWork {
  limits: CutLimits
}

async function cut(plan: CutPlan, sink: ClipSink, work: LimitedWork): Promise<Receipt> {
  await sink.open()
  const receipt = await cutAsRequested(plan, sink, work)
  throwIfCancelled(work.signal)
  await sink.finish(receipt.clipBytes)
  work.progress.finish()
  return receipt
}

type Receipt = Omit<CutReceipt, 'wallMilliseconds'>

function cutAsRequested(plan: CutPlan, sink: ClipSink, work: LimitedWork): Promise<Receipt> {
  switch (plan.way) {
    case 'mp3':
      return cutMp3(plan, sink, work)
    case 'gif':
    case 'webp':
    case 'still':
      return cutFrames(plan, sink, work)
    default:
      return plan.container === 'webm' ? cutWebm(plan, sink, work) : cutVideo(plan, sink, work)
  }
}

async function cutFrames({ task, way }: CutPlan, sink: ClipSink, work: LimitedWork): Promise<Receipt> {
  const { video, request } = task
  if (video?.kind !== 'transcode') {
    throw new Error('Frames alone are planned to be decoded.')
  }
  const output = { sink, largestBytes: work.limits.maxClipBytes ?? Infinity }
  const { parts } = video
  const written =
    request.kind === 'still'
      ? await cutStill(parts, request.height, output, work)
      : await (request.kind === 'gif' ? cutGif : cutWebp)(parts, output, work)
  return {
    frames: written.videoFrames,
    firstFrameSeconds: written.firstSeconds,
    lastFrameSeconds: written.lastSeconds,
    framesCopied: 0,
    framesReencoded: written.videoFrames,
    soundOffsetMilliseconds: null,
    durationSeconds: written.durationSeconds,
    bytesFetched: work.meter.bytes,
    bytesCovered: work.supply.coveredBytes(),
    clipBytes: written.sizeBytes,
    way,
  }
}

async function cutWebm({ task }: CutPlan, sink: ClipSink, work: LimitedWork): Promise<Receipt> {
  const { video, audio } = task
  if (video?.kind !== 'transcode') {
    throw new Error('Frames for WebM are planned as packets.')
  }
  const { encoderThreads } = work.limits
  const output = { sink, largestBytes: work.limits.maxClipBytes ?? Infinity }
  const written = await cutOriginal(video.parts, audio, output, { ...work, encoderThreads })
  const { framesCopied, framesReencoded } = written
  const first = video.parts[0]!.window
  const last = video.parts.at(-1)!.window
  return {
    frames: framesCopied + framesReencoded,
    firstFrameSeconds: first.firstTick / first.timescale,
    lastFrameSeconds: last.lastTick / last.timescale,
    framesCopied,
    framesReencoded,
    soundOffsetMilliseconds: audio && written.hasAudio ? worstAudioOffsetSeconds(video, audio) * 1000 : null,
    durationSeconds: written.durationSeconds,
    bytesFetched: work.meter.bytes,
    bytesCovered: work.supply.coveredBytes(),
    clipBytes: written.sizeBytes,
    way: framesReencoded === 0 ? 'copied' : framesCopied === 0 ? 'transcoded' : 'smart',
    container: 'webm',
  }
}

async function cutMp3({ task, way }: CutPlan, sink: ClipSink, work: LimitedWork): Promise<Receipt> {
  const { audio, request } = task
  if (audio?.kind !== 'encode' || request.kind !== 'mp3') {
    throw new Error('An MP3 is planned as encoded audio.')
  }
  const { sampleRate, channels } = audio.parts[0]!
  const wantedSamples = samplesOf(audio.parts)
  const written = await writeMp3(sink, {
    blocks: audioBlocks(audio.parts, work),
    wantedSamples,
    sampleRate,
    channels,
    bitrate: request.bitrate,
    tags: request.tags,
    largestBytes: work.limits.maxClipBytes ?? Infinity,
    onSample: (sample) => work.progress.addAudio(sample / wantedSamples),
    signal: work.signal,
  })
  return {
    frames: 0,
    firstFrameSeconds: null,
    lastFrameSeconds: null,
    framesCopied: 0,
    framesReencoded: 0,
    soundOffsetMilliseconds: null,
    durationSeconds: written.samples / sampleRate,
    bytesFetched: work.meter.bytes,
    bytesCovered: work.supply.coveredBytes(),
    clipBytes: written.sizeBytes,
    way,
  }
}

async function cutVideo({ task, way, neededBytes }: CutPlan, sink: ClipSink, work: LimitedWork): Promise<Receipt> {
  const { video, audio } = task
  if (!video) {
    throw new Error('A video is planned with frames.')
  }
  const largestBytes = work.limits.maxClipBytes ?? Infinity
  const isMostlyCopied = video.kind === 'splice'
  if (isMostlyCopied && (neededBytes ?? 0) > HOPELESSLY_LARGE * largestBytes) {
    throw new CutterError('too_large', `The clip would be larger than ${largestBytes} bytes.`)
  }
  const { encoderThreads } = work.limits
  const videoFrames = videoTrack(video, { ...work, encoderThreads })
  const tracks = audio ? [videoFrames.track, audioTrack(audio, work)] : [videoFrames.track]
  const written = await writeMp4(sink, tracks, {
    signal: work.signal,
    largestBytes,
    headerBytes: headerBound(task),
  })
  const first = video.parts[0]!.window
  const last = video.parts.at(-1)!.window
  const frames = written.video?.pts.length ?? 0
  const framesReencoded = videoFrames.encodedFrames()
  const hasAudio = audio !== null && written.audio !== null
  return {
    frames,
    firstFrameSeconds: first.firstTick / first.timescale,
    lastFrameSeconds: last.lastTick / last.timescale,
    framesCopied: frames - framesReencoded,
    framesReencoded,
    soundOffsetMilliseconds: hasAudio ? worstAudioOffsetSeconds(video, audio) * 1000 : null,
    durationSeconds: videoFrames.track.endTick / videoFrames.track.timescale,
    bytesFetched: work.meter.bytes,
    bytesCovered: work.supply.coveredBytes(),
    clipBytes: written.sizeBytes,
    way,
    ...(task.request.kind === 'original' ? { container: 'mp4' } : {}),
  }
}
