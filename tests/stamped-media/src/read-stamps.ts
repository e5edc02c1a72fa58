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
  /** Frames in presentation order: time after the edit list, and number from the stamp (null if unreadable). */
  frames: { seconds: number; number: number | null }[]
  /** Samples after the edit list, without the codec's priming. */
  audio: { sampleRate: number; channels: Float32Array[]; startSeconds: number } | null
  /** Everything in the file with edit lists ignored, to prove that it hides nothing. */
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
 * Decodes a file like a player and reads the stamps. Then decodes it again with edit lists ignored, and counts frames.
 * @throws MediaDecodeError on any decode error; FFmpegError if the file cannot be opened
 */
export async function readStamps(path: string): Promise<StampedReading> {
  const frames: StampedReading['frames'] = []
  const audio = new AudioCollector()
  const media = await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame: (frame, seconds) => frames.push({ seconds, number: stampOf(frame) }),
    onAudio: (frame, seconds) => audio.add(frame, seconds),
  })

  const hiddenAudio = new AudioCollector()
  const untrimmedMedia = await decodeMedia(path, {
    ignoreEditLists: true,
    onAudio: (frame, seconds) => hiddenAudio.add(frame, seconds),
  })

  const audioEndSeconds = Math.min(media.audioEndSeconds, await audioEditEndSeconds(path))
  return {
    frames,
    audio: media.audio && trim(audio, media.audio.sampleRate, audioEndSeconds),
    hidden: { frames: untrimmedMedia.frames, audio: media.audio && hiddenAudio.channels() },
    codecs: { video: media.video?.codec ?? null, audio: media.audio?.codec ?? null },
    width: media.video?.width ?? 0,
    height: media.video?.height ?? 0,
  }
}

/**
 * Checks the frames of a clip with cropped sides. Each entry says whether a frame shows the visible part of its
 * expected stamp; missing and extra frames are false.
 */
export async function readCroppedStamps(
  path: string,
  numbers: readonly number[],
  cropped: CroppedWidth,
): Promise<boolean[]> {
  const visibility: boolean[] = []
  await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame: (frame) =>
      visibility.push(showsStamp(frame, lumaReaderOf(frame), numbers[visibility.length] ?? 0, cropped)),
    onAudio() {},
  })
  return Array.from({ length: Math.max(visibility.length, numbers.length) }, (_, frame) => {
    return frame < numbers.length && visibility[frame] === true
  })
}

function trim(audio: AudioCollector, sampleRate: number, endSeconds: number): StampedReading['audio'] {
  const startSeconds = audio.startSeconds ?? 0
  const samples = Math.max(0, Math.round((endSeconds - startSeconds) * sampleRate))
  return { sampleRate, startSeconds, channels: audio.channels(samples) }
}

const stampOf = (frame: Frame): number | null => readStamp(frame, lumaReaderOf(frame))

function lumaReaderOf(frame: Frame): (x: number, y: number) => number {
  const luma = frame.data?.[0]
  const stride = frame.linesize[0]
  if (!luma || !stride || !lumaFirst.includes(frame.format as AVPixelFormat)) {
    throw new MediaDecodeError(`Unexpected pixel format ${frame.format}`)
  }
  return (x, y) => luma[y * stride + x] ?? 0
}
