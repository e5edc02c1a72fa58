import { type CodecContext, Dictionary, FFmpegError, type Frame } from 'node-av/lib'
import { nalType, PPS_TYPE, SPS_TYPE, splitByteStream } from '../../src/bitstream/h264/nal-units.ts'
import type { Codecs } from '../../src/codec/codecs.ts'
import { contextFor, frameEncoder } from '../../src/codec/native/libav/frame-encoder.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { H264Encoder, H264EncoderConfig } from '../../src/codec/video-codecs.ts'
import type { EncodedChunk } from '../../src/codec/video-frame.ts'
import { FF_ENCODER_LIBX264 } from './native-frames.ts'

/** An encoder that numbers its sets from 0 and repeats them before each IDR frame, as those of browsers do. */
export interface OtherEncoder {
  profile: 'baseline' | 'main' | 'high'
  /** Parameters in the syntax of x264's command line. */
  x264: string
}

/** Native codecs with another H.264 encoder. @param changeChunks changes the output of the encoder */
export function codecsWithEncoder(
  { profile, x264 }: OtherEncoder,
  changeChunks: (chunks: EncodedChunk[]) => EncodedChunk[] = (chunks) => chunks,
): Codecs {
  return {
    ...nativeCodecs,
    h264Encoder(config) {
      const nals: Uint8Array[] = []
      const take = (chunks: EncodedChunk[]): EncodedChunk[] => {
        const changedChunks = changeChunks(chunks)
        for (const { data } of changedChunks) nals.push(...splitByteStream(data))
        return changedChunks
      }
      const encoder = frameEncoder((frame) => openX264(frame, config, { profile, x264 }))
      const { parameterSets: _, ...rest } = nativeCodecs.h264Encoder(config)
      return {
        ...rest,
        encode: async (frame, timestamp) => take(await encoder.encode(frame, timestamp)),
        flush: async () => take(await encoder.flush()),
        close: () => encoder.close(),
        parameterSets: () => ({
          sps: nals.filter((nal) => nalType(nal) === SPS_TYPE).slice(0, 1),
          pps: nals.filter((nal) => nalType(nal) === PPS_TYPE).slice(0, 1),
        }),
      } satisfies H264Encoder
    },
  }
}

async function openX264(
  frame: Frame,
  config: H264EncoderConfig,
  { profile, x264 }: OtherEncoder,
): Promise<CodecContext> {
  const { codec, context } = contextFor(frame, FF_ENCODER_LIBX264, config)
  const options = { preset: 'superfast', profile, crf: '16', 'x264-params': x264 }
  FFmpegError.throwIfError(await context.open2(codec, Dictionary.fromObject(options)), 'open x264')
  return context
}
