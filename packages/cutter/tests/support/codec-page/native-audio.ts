import type { AudioEncoderConfig, AudioFormat, Samples } from '../../../src/codec/audio-codecs.ts'
import { nativeCodecs } from '../../../src/codec/native/native-codecs.ts'
import type { StreamPackets } from './stream-packets.ts'

const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

export const textOfSamples = (samples: Float32Array): string =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64')

export const samplesOfText = (text: string): Float32Array => new Float32Array(bytesOfBase64(text).buffer)

/** Decodes a stream of audio with FFmpeg, and converts it to one form. */
export async function decodedNatively(stream: StreamPackets, output: AudioFormat): Promise<Samples> {
  const { codec, sampleRate, channels, timescale, description, packets } = stream
  const decoder = await nativeCodecs.openAudioDecoder({
    codec: codec as 'aac',
    sampleRate,
    channels,
    timescale,
    configuration: description === null ? null : bytesOfBase64(description),
  })
  const converter = nativeCodecs.audioConverter(output)
  const blocks: Samples[] = []
  const take = (audio: Awaited<ReturnType<typeof decoder.decode>>) => {
    for (const data of audio) {
      blocks.push(converter.convert(data))
      data.close()
    }
  }
  for (const { pts, data } of packets)
    take(await decoder.decode({ type: 'key', timestamp: pts, data: bytesOfBase64(data) }))
  take(await decoder.flush())
  const rest = converter.flush()
  if (rest) blocks.push(rest)
  decoder.close()
  converter.close()
  return Array.from({ length: output.channels }, (_, channel) =>
    Float32Array.from(blocks.flatMap((block) => [...block[channel]!])),
  )
}

/** Encodes samples with FFmpeg, in blocks of its frames. */
export async function encodedNatively(config: AudioEncoderConfig, samples: Samples): Promise<Uint8Array[]> {
  const encoder = await nativeCodecs.openAudioEncoder(config)
  const packets: Uint8Array[] = []
  for (let at = 0; at < samples[0]!.length; at += encoder.frameSamples)
    packets.push(...(await encoder.encode(samples.map((plane) => plane.slice(at, at + encoder.frameSamples)))))
  packets.push(...(await encoder.flush()))
  encoder.close()
  return packets
}

/** The ratio of signal to difference in dB, of the samples from..to. */
export function signalToDifferenceDb(a: Float32Array, b: Float32Array, from: number, to: number, shift = 0): number {
  let power = 1e-12
  let error = 1e-12
  for (let at = from; at < to; at++) {
    power += a[at]! ** 2
    error += (a[at]! - b[at + shift]!) ** 2
  }
  return 10 * Math.log10(power / error)
}

/** The shift of `b` by which it is most like `a`, within a frame. */
export function bestShift(a: Float32Array, b: Float32Array, from: number, to: number, reach = 3000): number {
  let best = { shift: 0, value: Number.NEGATIVE_INFINITY }
  for (let shift = -reach; shift <= reach; shift++) {
    const value = signalToDifferenceDb(a, b, from, to, shift)
    if (value > best.value) best = { shift, value }
  }
  return best.shift
}
