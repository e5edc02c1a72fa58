import { expect, it } from 'vitest'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import { mixingMatrix } from '../../src/codec/web/audio/mixing-matrix.ts'

const RATE = 48_000
const LENGTH = 256
const BYTES = 4

/** The share of each input channel in each output channel, according to FFmpeg. */
async function nativeMatrix(inputs: number, outputs: number): Promise<number[][]> {
  const matrix = Array.from({ length: outputs }, () => new Array<number>(inputs).fill(0))
  for (let input = 0; input < inputs; input++) {
    const decoder = await nativeCodecs.openAudioDecoder({
      codec: 'pcm-f32',
      sampleRate: RATE,
      channels: inputs,
      timescale: RATE,
      configuration: null,
    })
    const values = Float32Array.from({ length: LENGTH * inputs }, (_, index) => (index % inputs === input ? 0.5 : 0))
    const data = new Uint8Array(values.buffer, 0, LENGTH * inputs * BYTES)
    const [audio] = await decoder.decode({ type: 'key', timestamp: 0, data })
    const converter = nativeCodecs.audioConverter({ sampleRate: RATE, channels: outputs })
    for (const [output, plane] of converter.convert(audio!).entries()) matrix[output]![input] = 2 * plane[LENGTH / 2]!
    audio!.close()
    converter.close()
    decoder.close()
  }
  return matrix
}

const rounded = (matrix: number[][]): number[][] =>
  matrix.map((row) => row.map((share) => Number(share.toFixed(3)) + 0))

const PAIRS = Array.from({ length: 8 }, (_, input) => [1, 2, 6].map((output) => [input + 1, output] as const)).flat()

it.each(PAIRS)('%i channels are mixed to %i like in FFmpeg', async (inputs, outputs) => {
  expect(rounded(mixingMatrix(inputs, outputs))).toEqual(rounded(await nativeMatrix(inputs, outputs)))
})
