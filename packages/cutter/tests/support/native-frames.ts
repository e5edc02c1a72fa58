import { AV_LOG_FATAL } from 'node-av/constants'
import { type Frame, Log } from 'node-av/lib'
import type { ImageKind } from '../../src/codec/codecs.ts'
import { decodeFrames, type FrameStream } from '../../src/codec/decode-video.ts'
import { frameOf } from '../../src/codec/native/libav/native-frame.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { VideoFrame } from '../../src/codec/video-frame.ts'
import type { Packets } from '../../src/io/packet-ref.ts'

export * from 'node-av/constants'
export { Frame } from 'node-av/lib'

/** Keeps FFmpeg from logging errors of media, which stamped media turns on. */
export function silenceErrors(): void {
  Log.setLevel(AV_LOG_FATAL)
}

/** Decodes packets to frames whose pixels can be read. */
export function decodeToPixels(stream: FrameStream, packets: Packets): AsyncGenerator<Frame, void> {
  return pixelsOf(decodeFrames(nativeCodecs, stream, packets, undefined))
}

/** Decodes images to frames whose pixels can be read. */
export function decodeImages(kind: ImageKind, images: Iterable<Uint8Array>): AsyncGenerator<Frame, void> {
  return pixelsOf(nativeCodecs.decodeImages(kind, images))
}

async function* pixelsOf(frames: AsyncIterable<VideoFrame>): AsyncGenerator<Frame, void> {
  for await (const frame of frames) yield frameOf(frame)
}
