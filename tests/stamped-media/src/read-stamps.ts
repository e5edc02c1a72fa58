import {
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ420P,
  type AVPixelFormat,
} from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { AudioCollector } from './audio/audio-collector.ts'
import { decodeMedia, MediaDecodeError } from './decode-media.ts'
import { audioEditEndSeconds } from './edit-list.ts'
import { type CroppedWidth, readStamp, showsStamp } from './stamp.ts'

export interface StampedReading {
  /** In presentation order, after the edit list: when each frame is shown, and the number read from its blocks
   * (null when unreadable). */
  frames: { seconds: number; number: number | null }[]
  /** After the edit list and the codec's priming, to the sample. */
  audio: { sampleRate: number; channels: Float32Array[]; startSeconds: number } | null
  /** Everything in the file with edit lists ignored: proves that nothing hidden is left. */
  hidden: { frames: number; audio: Float32Array[] | null }
  codecs: { video: string | null; audio: string | null }
  width: number
  height: number
}

const lumaFirst: readonly AVPixelFormat[] = [
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_NV12,
]

/**
 * Decodes a file as a player would and reads the stamps; then once more with edit lists ignored, where frames are counted.
 * @throws MediaDecodeError on any decode error; FFmpegError when the file cannot be opened
 */
export async function readStamps(path: string): Promise<StampedReading> {
  const frames: StampedReading['frames'] = []
  const audio = new AudioCollector()
  const shown = await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame: (frame, seconds) => frames.push({ seconds, number: stampOf(frame) }),
    onAudio: (frame, seconds) => audio.add(frame, seconds),
  })

  const hiddenAudio = new AudioCollector()
  const everything = await decodeMedia(path, {
    ignoreEditLists: true,
    onAudio: (frame, seconds) => hiddenAudio.add(frame, seconds),
  })

  const audioEndSeconds = Math.min(shown.audioEndSeconds, await audioEditEndSeconds(path))
  return {
    frames,
    audio: shown.audio && trimmed(audio, shown.audio.sampleRate, audioEndSeconds),
    hidden: { frames: everything.frames, audio: shown.audio && hiddenAudio.channels() },
    codecs: { video: shown.video?.codec ?? null, audio: shown.audio?.codec ?? null },
    width: shown.video?.width ?? 0,
    height: shown.video?.height ?? 0,
  }
}

/**
 * Which frames of a clip that was cropped at its sides show what is left of the stamps of these numbers, one for each frame
 * that is in it or should be.
 */
export async function readCroppedStamps(
  path: string,
  numbers: readonly number[],
  cropped: CroppedWidth,
): Promise<boolean[]> {
  const shown: boolean[] = []
  await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame: (frame) => shown.push(showsStamp(frame, lumaOf(frame), numbers[shown.length] ?? 0, cropped)),
    onAudio() {},
  })
  return Array.from({ length: Math.max(shown.length, numbers.length) }, (_, frame) => {
    return frame < numbers.length && shown[frame] === true
  })
}

function trimmed(audio: AudioCollector, sampleRate: number, endSeconds: number): StampedReading['audio'] {
  const startSeconds = audio.startSeconds ?? 0
  const samples = Math.max(0, Math.round((endSeconds - startSeconds) * sampleRate))
  return { sampleRate, startSeconds, channels: audio.channels(samples) }
}

const stampOf = (frame: Frame): number | null => readStamp(frame, lumaOf(frame))

function lumaOf(frame: Frame): (x: number, y: number) => number {
  const luma = frame.data?.[0]
  const stride = frame.linesize[0]
  if (!luma || !stride || !lumaFirst.includes(frame.format as AVPixelFormat)) {
    throw new MediaDecodeError(`Unexpected pixel format ${frame.format}`)
  }
  return (x, y) => luma[y * stride + x] ?? 0
}
