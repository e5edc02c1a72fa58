import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import { unsupportedMedia } from '../../src/api/cutter-error.ts'
import { BitReader, withEmulationPrevention, withoutEmulationPrevention } from '../../src/bitstream/bit-reader.ts'
import { parameterSetId } from '../../src/bitstream/h264/avc-configuration.ts'
import {
  isSlice,
  nalType,
  PPS_TYPE,
  SPS_TYPE,
  START_CODE,
  splitByteStream,
} from '../../src/bitstream/h264/nal-units.ts'
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

describe('seams of an encoder that numbers its parameter sets from 0', () => {
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
  ])('fit copied frames: %s', async (_name, encoder) => {
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
  ])('fit a source of %s, in a clip of the higher profile', async (_name, changes) => {
    const { configuration } = await expectSplice(workshop, changes, {
      codecs: codecsWithEncoder(usualEncoder),
      minPsnr,
    })
    expect(configuration.profile).toBe(100)
  })

  it('fit if they do not state their reordering depth', async () => {
    const codecs = codecsWithEncoder({ profile: 'high', x264: 'bframes=2:b-adapt=0:repeat-headers=1' }, (chunks) =>
      chunks.map((chunk) =>
        withNals(chunk, (nals) => nals.map((nal) => (nalType(nal) === SPS_TYPE ? withoutVui(nal) : nal))),
      ),
    )
    const { configuration } = await expectSplice(workshop, { x264: 'ref=4' }, { codecs, minPsnr })
    expect(configuration.sps.map((set) => set.length > 20)).toEqual([true, false])
  })

  it('fit with several PPSs', async () => {
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

describe('seams of the native encoder', () => {
  it.each([60_000, 120_000])('keep the level of a source of %i bits a second', async (videoBitrate) => {
    const changes = { width: 176, height: 144, videoBitrate }
    const { configuration } = await expectSplice(workshop, changes, { codecs: nativeCodecs, minPsnr })
    expect(new Set([configuration.level, ...configuration.sps.map((set) => set[3])])).toEqual(new Set([11]))
  })
})

describe('a range is completely re-encoded if the encoder of its seams', () => {
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
        chunks.map((chunk) =>
          withNals(chunk, (nals) => nals.map((nal) => (nalType(nal) === SPS_TYPE ? SPS_OF_1080P : nal))),
        ),
    ],
    [
      'uses a set that it never gave',
      (chunks) => chunks.map((chunk) => withSlices(chunk, (slice) => withSlicePpsId(slice, 16))),
    ],
  ])('%s', async (_name, change) => {
    await expectReencoded(codecsWithEncoder(usualEncoder, change))
  })

  it('changes its parameter sets', async () => {
    let count = 0
    const codecs = codecsWithEncoder({ profile: 'high', x264: `${plain}:keyint=4:min-keyint=4` }, (chunks) =>
      chunks.map((chunk) => {
        count += chunk.type === 'key' ? 1 : 0
        return withNals(chunk, (nals) =>
          nals.map((nal) => (nalType(nal) === SPS_TYPE && count > 1 ? SPS_OF_1080P : nal)),
        )
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

/**
 * Cuts off a High-profile SPS, for B-frames, before its VUI, which states how far frames are reordered. Hardware
 * encoders write such an SPS.
 */
function withoutVui(sps: Uint8Array): Uint8Array {
  const payload = withoutEmulationPrevention(sps)
  const bits = new BitReader(payload, 32)
  for (let field = 0; field < 4; field++) bits.readExpGolomb() // the id, the chroma format, two bit depths
  bits.readBits(2)
  for (let field = 0; field < 4; field++) bits.readExpGolomb() // frame numbers, frame order and its bits, references
  bits.readBits(1)
  for (let field = 0; field < 2; field++) bits.readExpGolomb() // width, height
  if (bits.readBits(1) === 0) bits.readBits(1)
  bits.readBits(1)
  if (bits.readBits(1) === 1) for (let side = 0; side < 4; side++) bits.readExpGolomb()
  const end = bits.position
  // No VUI, then the stop bit.
  const last = ((payload[end >> 3]! >> (8 - (end & 7))) << (8 - (end & 7))) | (0x40 >> (end & 7))
  const rest = (end & 7) === 7 ? [last, 0x80] : [last]
  return withEmulationPrevention(Uint8Array.of(...payload.subarray(0, end >> 3), ...rest))
}

/** Recorded from Chromium's encoder. */
const SPS_OF_1080P = Buffer.from('67640c28ac191a80780227e59b80868083c2211a80', 'hex')

/** Expects a clip without copied frames. The encoder makes only seams, which have no B-frames. */
async function expectReencoded(codecs: Codecs): Promise<void> {
  const h264Encoder: Codecs['h264Encoder'] = (config) =>
    (config.bFrames > 0 ? nativeCodecs : codecs).h264Encoder(config)
  const { way } = await expectClip(workshop, {}, { codecs: { ...nativeCodecs, h264Encoder }, minPsnr })
  expect(way).toBe('transcoded')
}
