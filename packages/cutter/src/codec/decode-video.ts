import { throwIfCancelled } from '../api/cutter-error.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import type { Colours } from '../bitstream/colours.ts'
import type { Packets } from '../io/packet-ref.ts'
import type { Codecs } from './codecs.ts'
import type { VideoDecoder } from './video-codecs.ts'
import type { VideoFrame } from './video-frame.ts'

export interface FrameStream {
  codec: VideoCodecName
  width: number
  height: number
  timescale: number
  /** Codec configuration (avcC, hvcC ...) of each sample entry; null if the packets contain it. */
  configurations: (Uint8Array | null)[]
  /** Colours as the container describes them. */
  colours: Colours | null
}

/**
 * Decodes packets (in decode order) to frames (in presentation order). A yielded frame is valid until the next one is
 * requested; its timestamp is in ticks. Damaged packets are skipped, as players do, so the caller must check that no
 * frame is missing.
 * @param onRefused called with the tick of each packet that the decoder could not decode
 */
export async function* decodeFrames(
  codecs: Pick<Codecs, 'openVideoDecoder'>,
  { codec, width, height, timescale, configurations, colours }: FrameStream,
  packets: Packets,
  signal: AbortSignal | undefined,
  onRefused: (tick: number) => void = () => {},
): AsyncGenerator<VideoFrame, void> {
  const open = (entry: number) =>
    codecs.openVideoDecoder({
      codec,
      codedWidth: width,
      codedHeight: height,
      timescale,
      description: configurations[entry] ?? null,
      colours,
      onRefused,
    })
  let decoder: VideoDecoder | null = null
  let decodedEntry: number | null = null
  try {
    for await (const { entryIndex, isSync, pts, data } of packets) {
      throwIfCancelled(signal)
      if (!decoder || decodedEntry !== entryIndex) {
        yield* decoder?.flush() ?? []
        decoder?.close()
        decoder = await open(entryIndex)
        decodedEntry = entryIndex
      }
      yield* decoder.decode({ type: isSync ? 'key' : 'delta', timestamp: pts, data })
      throwIfCancelled(signal)
    }
    yield* decoder?.flush() ?? []
  } finally {
    decoder?.close()
  }
}
