import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { type FilterContext, Frame } from 'node-av/lib'
import type { AudioFormat, Samples } from '../../audio-codecs.ts'
import { isDrained, requireEncoded } from '../libav/codec-result.ts'
import { openFilterGraph } from '../libav/filter-graph.ts'
import { planesOf, standardLayout } from './audio-converter.ts'

/**
 * Opens a chain of FFmpeg's audio filters. Input and output are planar floats. The caller closes it.
 * @param filters description in the syntax of FFmpeg's command line
 */
export async function openAudioFilter(filters: string, { sampleRate, channels }: AudioFormat) {
  const layout = standardLayout(channels)
  const outputFormat = `sample_rates=${sampleRate}:sample_fmts=fltp:channel_layouts=0x${layout.mask.toString(16)}`
  const source = `sample_rate=${sampleRate}:sample_fmt=fltp:channel_layout=0x${layout.mask.toString(16)}`
  const description = [
    `abuffer@source=${source}:time_base=1/${sampleRate}`,
    filters,
    `aformat=${outputFormat}`,
    'abuffersink@sink',
  ].join(',')
  const graph = await openFilterGraph(description, 'filter audio')
  const sourceFilter = graph.getFilter('abuffer@source')!
  const sinkFilter = graph.getFilter('abuffersink@sink')!
  const filteredFrame = new Frame()
  filteredFrame.alloc()
  let sentSamples = 0

  async function* readySamples(): AsyncGenerator<Samples, void> {
    for (;;) {
      const result = await sinkFilter.buffersinkGetFrame(filteredFrame)
      if (isDrained(result)) return
      requireEncoded(result, 'filter audio')
      const planes = planesOf(filteredFrame, channels)
      filteredFrame.unref()
      yield planes
    }
  }

  return {
    /** Sends samples, and gives the filtered samples that are ready afterwards. */
    async *filter(samples: Samples): AsyncGenerator<Samples, void> {
      const frame = Frame.fromAudioBuffer(Buffer.concat(samples.map(sampleBytes)), {
        nbSamples: samples[0]!.length,
        format: AV_SAMPLE_FMT_FLTP,
        sampleRate,
        channelLayout: layout,
        pts: BigInt(sentSamples),
        timeBase: { num: 1, den: sampleRate },
      })
      sentSamples += samples[0]!.length
      try {
        requireEncoded(await sourceFilter.buffersrcAddFrame(frame), 'filter audio')
      } finally {
        frame.free()
      }
      yield* readySamples()
    },
    async *flush(): AsyncGenerator<Samples, void> {
      requireEncoded(await sourceFilter.buffersrcAddFrame(null), 'finish filtering audio')
      yield* readySamples()
    },
    filterNamed: (name: string): FilterContext => graph.getFilter(name)!,
    close(): void {
      filteredFrame.free()
      graph.free()
    },
  }
}

function sampleBytes({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
