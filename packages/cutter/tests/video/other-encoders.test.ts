import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import { unsupportedMedia } from '../../src/api/cutter-error.ts'
import { parameterSetId } from '../../src/bitstream/h264/avc-configuration.ts'
import { isSlice, nalType, PPS_TYPE, START_CODE, splitByteStream } from '../../src/bitstream/h264/nal-units.ts'
import { withPpsId, withSlicePpsId } from '../../src/bitstream/h264/renumber.ts'
import type { Codecs } from '../../src/codec/codecs.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { EncodedChunk } from '../../src/codec/video-frame.ts'
import { expectClip, expectSplice } from '../support/expect-splice.ts'
import { codecsWithEncoder, type OtherEncoder } from '../support/other-encoders.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const minPsnr = 38
const plain = 'bframes=0:repeat-headers=1'
const usualEncoder: OtherEncoder = { profile: 'high', x264: `${plain}:slices=2` }

function withNals({ data, ...chunk }: EncodedChunk, change: (nals: Uint8Array[]) => Uint8Array[]): EncodedChunk {
  const nals = change(splitByteStream(data))
  return { ...chunk, data: Buffer.concat(nals.flatMap((nal) => [START_CODE, nal])) }
}

const withSlices = (chunk: EncodedChunk, change: (slice: Uint8Array) => Uint8Array) =>
  withNals(chunk, (nals) => nals.map((nal) => (isSlice(nalType(nal)) ? change(nal) : nal)))

describe('seams of an encoder that numbers its sets from 0', () => {
  it.each<[string, OtherEncoder]>([
    ['Baseline', { profile: 'baseline', x264: plain }],
    ['Main with CABAC', { profile: 'main', x264: `${plain}:cabac=1` }],
    ['Main with CAVLC', { profile: 'main', x264: `${plain}:cabac=0` }],
    ['four slices in CABAC', { profile: 'high', x264: `${plain}:cabac=1:8x8dct=1:slices=4` }],
    ['four slices in CAVLC', { profile: 'high', x264: `${plain}:cabac=0:8x8dct=1:slices=4` }],
    [
      'delimiters and messages',
      { profile: 'high', x264: `${plain}:aud=1:nal-hrd=vbr:vbv-maxrate=2000:vbv-bufsize=2000` },
    ],
    ['scaling lists', { profile: 'high', x264: `${plain}:8x8dct=1:cqm=jvt` }],
    ['weighted prediction', { profile: 'high', x264: `${plain}:weightp=2:ref=4` }],
    ['B-frames', { profile: 'high', x264: 'bframes=2:b-adapt=0:open-gop=0:repeat-headers=1' }],
    ['IDR frames within', { profile: 'high', x264: `${plain}:keyint=4:min-keyint=4` }],
    // Nearly lossless noise needs macroblocks of plain samples, which begin at a byte of their own.
    ['plain samples in CAVLC', { profile: 'main', x264: `${plain}:cabac=0:qp=1` }],
  ])('fit beside copied frames: %s', async (_name, encoder) => {
    await expectSplice(workshop, {}, { codecs: codecsWithEncoder(encoder), minPsnr })
  })

  it.each<[string, Partial<StampedRecipe>]>([
    ['Baseline', { profile: 'baseline', bFrames: 0 }],
    ['Main', { profile: 'main' }],
    ['several slices', { x264: 'slices=3' }],
    ['high ids', { x264: 'sps-id=17' }],
    ['the ids that seams would get', { x264: 'sps-id=15' }],
    ['sets repeated in its frames', { x264: 'repeat-headers=1' }],
    ['a transport stream', { layout: 'ts' }],
    ['Matroska', { layout: 'webm' }],
    ['interlaced frames', { x264: 'interlaced=1' }],
  ])('fit beside a source of %s, in a clip of the higher profile', async (_name, changes) => {
    const { configuration } = await expectSplice(workshop, changes, {
      codecs: codecsWithEncoder(usualEncoder),
      minPsnr,
    })
    expect(configuration.profile).toBe(100)
  })

  it('fit with several sets for their pictures', async () => {
    let count = 0
    const codecs = codecsWithEncoder(usualEncoder, (chunks) =>
      chunks.map((chunk) => {
        count += 1
        if (chunk.type !== 'key') return count % 2 ? chunk : withSlices(chunk, (slice) => withSlicePpsId(slice, 21))
        return withNals(chunk, (nals) =>
          nals.flatMap((nal) => (nalType(nal) === PPS_TYPE ? [nal, withPpsId(nal, 21, 0)] : [nal])),
        )
      }),
    )
    const { configuration } = await expectSplice(workshop, {}, { codecs, minPsnr })
    expect(configuration.pps.map(parameterSetId)).toEqual([0, 15, 16])
  })
})

describe('a range is re-encoded as a whole if the encoder of its seams', () => {
  it.each<[string, (chunks: EncodedChunk[]) => EncodedChunk[]]>([
    ['leaves a frame out', (chunks) => chunks.filter(({ type }) => type !== 'key')],
    ['gives other times', (chunks) => chunks.map((chunk) => ({ ...chunk, timestamp: chunk.timestamp + 1 }))],
    [
      'begins without an IDR frame',
      (chunks) => chunks.map((chunk) => withSlices(chunk, ([, ...slice]) => Uint8Array.of(0x61, ...slice))),
    ],
    [
      'takes another size',
      (chunks) =>
        chunks.map((chunk) => withNals(chunk, (nals) => nals.map((nal) => (nalType(nal) === 7 ? SPS_OF_1080P : nal)))),
    ],
    [
      'uses a set that it never gave',
      (chunks) => chunks.map((chunk) => withSlices(chunk, (slice) => withSlicePpsId(slice, 16))),
    ],
  ])('%s', async (_name, change) => {
    await expectReencoded(codecsWithEncoder(usualEncoder, change))
  })

  it('changes its sets on the way', async () => {
    let count = 0
    const codecs = codecsWithEncoder({ profile: 'high', x264: `${plain}:keyint=4:min-keyint=4` }, (chunks) =>
      chunks.map((chunk) => {
        count += chunk.type === 'key' ? 1 : 0
        return withNals(chunk, (nals) => nals.map((nal) => (nalType(nal) === 7 && count > 1 ? SPS_OF_1080P : nal)))
      }),
    )
    await expectReencoded(codecs)
  })

  it('refuses the frames', async () => {
    const h264Encoder: Codecs['h264Encoder'] = (config) => ({
      ...nativeCodecs.h264Encoder(config),
      encode: () => Promise.reject(unsupportedMedia('There is no encoder for this profile.')),
    })
    await expectReencoded({ ...nativeCodecs, h264Encoder })
  })
})

/** Recorded from Chromium's encoder. */
const SPS_OF_1080P = Buffer.from('67640c28ac191a80780227e59b80868083c2211a80', 'hex')

/** Expects a clip without copied frames. The encoder makes seams alone, which have no B-frames. */
async function expectReencoded(codecs: Codecs): Promise<void> {
  const h264Encoder: Codecs['h264Encoder'] = (config) =>
    (config.bFrames > 0 ? nativeCodecs : codecs).h264Encoder(config)
  const { way } = await expectClip(workshop, {}, { codecs: { ...nativeCodecs, h264Encoder }, minPsnr })
  expect(way).toBe('transcoded')
}
