import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import { unsupportedMedia } from '../../src/api/cutter-error.ts'
import { parameterSetId, parseAvcConfiguration } from '../../src/bitstream/h264/avc-configuration.ts'
import { isSlice, nalType, PPS_TYPE, START_CODE, splitByteStream } from '../../src/bitstream/h264/nal-units.ts'
import { withPpsId, withSlicePpsId } from '../../src/bitstream/h264/renumber.ts'
import type { Codecs } from '../../src/codec/codecs.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { EncodedChunk } from '../../src/codec/video-frame.ts'
import { openMedia } from '../../src/open-media.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { codecsWithEncoder, type OtherEncoder } from '../support/other-encoders.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { encodedFrames, readFrames, signalToNoise } from '../support/video-quality.ts'

const workshop = stampedWorkshop()
const MIN_PSNR = 38
/** Begins and ends inside a GOP, so that there is a head and a tail. */
const range = { startTime: 0.71, endTime: 2.43 }

/** Cuts with these codecs. Checks every frame, its time, and how close each re-encoded frame is to its source. */
async function expectClip(changes: Partial<StampedRecipe>, codecs: Codecs) {
  const recipe = smallRecipe({ frames: 90, gopFrames: 30, audio: null, ...changes })
  const { path: sourcePath } = await workshop.make(recipe, `source-${JSON.stringify(changes).replace(/\W+/g, '-')}`)
  const file = await workshop.openFile(sourcePath)
  const media = await openMedia({ video: file, audio: file }, codecs)
  const video = { ...uneditedVideo(recipe), ...(recipe.layout === 'webm' && { roundedToSeconds: 0.001 }) }
  const { receipt, plan, path } = await expectExact(media, video, range, workshop)
  const numbers = encodedFrames(plan, 30)
  const [sourceFrames, clipFrames] = [await readFrames(sourcePath), await readFrames(path)]
  expect(Math.min(...signalToNoise(sourceFrames, clipFrames, numbers))).toBeGreaterThan(MIN_PSNR)
  const clip = await workshop.openClip(path)
  const [configuration] = clip.media.video!.description.configurations
  return { receipt, configuration: parseAvcConfiguration(configuration!) }
}

async function expectSplice(changes: Partial<StampedRecipe>, codecs: Codecs) {
  const { receipt, configuration } = await expectClip(changes, codecs)
  const { sps, pps } = configuration
  expect(receipt.way).toBe('smart')
  for (const sets of [sps, pps]) expect(new Set(sets.map(parameterSetId)).size).toBe(sets.length)
  expect(sps.length).toBeGreaterThan(1)
  return configuration
}

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
    await expectSplice({}, codecsWithEncoder(encoder))
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
    expect((await expectSplice(changes, codecsWithEncoder(usualEncoder))).profile).toBe(100)
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
    const { pps } = await expectSplice({}, codecs)
    expect(pps.map(parameterSetId)).toEqual([0, 15, 16])
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
    const { receipt } = await expectClip({}, codecsForSeams(codecsWithEncoder(usualEncoder, change)))
    expect(receipt.way).toBe('transcoded')
  })

  it('changes its sets on the way', async () => {
    let count = 0
    const codecs = codecsWithEncoder({ profile: 'high', x264: `${plain}:keyint=4:min-keyint=4` }, (chunks) =>
      chunks.map((chunk) => {
        count += chunk.type === 'key' ? 1 : 0
        return withNals(chunk, (nals) => nals.map((nal) => (nalType(nal) === 7 && count > 1 ? SPS_OF_1080P : nal)))
      }),
    )
    expect((await expectClip({}, codecsForSeams(codecs))).receipt.way).toBe('transcoded')
  })

  it('refuses the frames', async () => {
    const h264Encoder: Codecs['h264Encoder'] = (config) => ({
      ...nativeCodecs.h264Encoder(config),
      encode: () => Promise.reject(unsupportedMedia('There is no encoder for this profile.')),
    })
    expect((await expectClip({}, codecsForSeams({ ...nativeCodecs, h264Encoder }))).receipt.way).toBe('transcoded')
  })
})

/** Recorded from Chromium's encoder. */
const SPS_OF_1080P = Buffer.from('67640c28ac191a80780227e59b80868083c2211a80', 'hex')

/** Codecs whose encoder makes seams alone, which have no B-frames. The native one makes all other frames. */
const codecsForSeams = (codecs: Codecs): Codecs => ({
  ...codecs,
  h264Encoder: (config) => (config.bFrames > 0 ? nativeCodecs : codecs).h264Encoder(config),
})
