import { rm } from 'node:fs/promises'
import { asBrokenMedia, CutterError, throwIfCancelled } from './cutter-error.ts'
import type { CutWay } from './plan/plan-facts.ts'
import type { CutPlan } from './plan-cut.ts'
import { PacketSupply } from './produce/packet-supply.ts'
import { CutProgressMeter } from './produce/progress-meter.ts'
import { soundBlocks, soundTrack } from './produce/sound-track.ts'
import { videoTrack } from './produce/video-track.ts'
import { writeMp3 } from './write/write-mp3.ts'
import { writeMp4 } from './write/write-mp4.ts'

export interface CutProgress {
  /** 0..1 over the whole cut, never falling. */
  done: number
  stage: 'reading' | 'encoding' | 'writing'
}

export interface CutLimits {
  /** A larger clip ends as CutterError('too_large'). */
  maxClipBytes?: number
  /** Threads the picture encoder may use; 4 unless told otherwise. */
  encoderThreads?: number
}

/** What a finished clip is, and what it took. */
export interface CutReceipt {
  frames: number
  /** Times of the first and the last frame on the media's timeline; null for sound alone. */
  firstFrameSeconds: number | null
  lastFrameSeconds: number | null
  framesCopied: number
  framesReencoded: number
  /** How much later than the pictures the sound begins; null without both. Rounding to whole samples is all there is. */
  soundOffsetMilliseconds: number | null
  durationSeconds: number
  /** Read for this cut, planning included; the index apart, which is read once for all cuts. */
  bytesFetched: number
  /** The bytes of the packets that the range needs: the groups of pictures it touches, and their sound. */
  bytesCovered: number
  clipBytes: number
  wallMilliseconds: number
  way: CutWay
}

export interface CutClipOptions {
  signal?: AbortSignal
  onProgress?: (progress: CutProgress) => void
  limits?: CutLimits
}

const USUAL_ENCODER_THREADS = 4

/**
 * Writes the clip to filePath (created, truncated). Removes a partial file on failure.
 * @throws CutterError broken_media, too_large, source_failed, nothing_in_range, cancelled
 */
export async function cutClip(plan: CutPlan, filePath: string, options: CutClipOptions = {}): Promise<CutReceipt> {
  const { signal } = options
  throwIfCancelled(signal)
  const startedAt = performance.now()
  // Whatever ends the cut early also ends the reads and codecs still under way.
  const failure = new AbortController()
  const ending = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  try {
    const receipt = await cut(plan, filePath, options, ending)
    return { ...receipt, wallMilliseconds: Math.round(performance.now() - startedAt) }
  } catch (error) {
    failure.abort(error)
    await rm(filePath, { force: true })
    throwIfCancelled(signal)
    throw isSurprise(error) ? error : asBrokenMedia(error, 'The media cannot be cut')
  }
}

/** A full disk or a forbidden path is nothing the media is to blame for. */
function isSurprise(error: unknown): boolean {
  return error instanceof Error && !(error instanceof CutterError) && 'syscall' in error
}

async function cut(
  plan: CutPlan,
  filePath: string,
  options: CutClipOptions,
  signal: AbortSignal,
): Promise<Omit<CutReceipt, 'wallMilliseconds'>> {
  const { task } = plan
  const { video, sound, wish, meter } = task
  const limits = options.limits ?? {}
  const largestBytes = limits.maxClipBytes ?? Infinity
  if (plan.way !== 'mp3' && video?.kind === 'splice' && (plan.neededBytes ?? 0) * 0.5 > largestBytes) {
    throw new CutterError('too_large', `The clip would be larger than ${largestBytes} bytes.`)
  }
  const progress = new CutProgressMeter(plan, options.onProgress)
  const supply = new PacketSupply(task, { signal, meter }, (bytes) => progress.addFetched(bytes))
  const shared = { supply, progress, signal, readOptions: { signal, meter } }
  const base = {
    framesCopied: 0,
    framesReencoded: 0,
    soundOffsetMilliseconds: null,
    way: plan.way,
  }
  if (wish.kind === 'mp3') {
    if (sound?.kind !== 'encode') {
      throw new Error('An MP3 is planned as encoded sound.')
    }
    const { fromSample, toSample, sampleRate, channels } = sound
    const blocks = soundBlocks(sound, shared)
    const written = await writeMp3(filePath, {
      blocks,
      fromSample,
      toSample,
      sampleRate,
      channels,
      bitrate: wish.bitrate,
      largestBytes,
      onSample: (sample) => progress.addSound((sample - fromSample) / (toSample - fromSample)),
      signal,
    })
    progress.finish()
    return {
      ...base,
      frames: 0,
      firstFrameSeconds: null,
      lastFrameSeconds: null,
      durationSeconds: written.samples / sampleRate,
      bytesFetched: meter.bytes,
      bytesCovered: supply.coveredBytes,
      clipBytes: written.sizeBytes,
    }
  }
  const encoderThreads = limits.encoderThreads ?? USUAL_ENCODER_THREADS
  const pictures = await videoTrack(video!, { ...shared, encoderThreads })
  const tracks = [pictures.track, ...(sound ? [await soundTrack(sound, shared)] : [])]
  const written = await writeMp4(filePath, tracks, { signal, largestBytes })
  progress.finish()
  const { window } = video!
  const frames = written.video?.pts.length ?? 0
  const seconds = (tick: number) => tick / window.timescale
  const soundStart = sound ? sound.fromSample / sound.sampleRate : 0
  return {
    ...base,
    frames,
    firstFrameSeconds: seconds(window.firstTick),
    lastFrameSeconds: seconds(window.lastTick),
    framesCopied: frames - pictures.encodedFrames(),
    framesReencoded: pictures.encodedFrames(),
    soundOffsetMilliseconds: written.sound ? (soundStart - seconds(window.firstTick)) * 1000 : null,
    durationSeconds: seconds(window.endTick - window.firstTick),
    bytesFetched: meter.bytes,
    bytesCovered: supply.coveredBytes,
    clipBytes: written.sizeBytes,
  }
}
