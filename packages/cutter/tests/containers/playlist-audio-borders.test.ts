import { stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'
import { expect, it } from 'vitest'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { RemuxedSegments, type SegmentShape, SMALL_SEGMENTS } from '../support/remuxed-segments.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** A recipe for two-second segments. */
const recipeWith = (audio: 'aac' | 'mp3' | 'ac3') =>
  smallRecipe({ width: 96, height: 64, layout: 'ts', frameRate: [25, 1], frames: 150, gopFrames: 50, audio })
const AES_KEY = Buffer.from('0123456789abcdef')
const workshop = stampedWorkshop()

const BORDER_CASES: [string, 'aac' | 'mp3' | 'ac3', Partial<SegmentShape>, { key?: Buffer }][] = [
  ['AAC with a frame across two segments', 'aac', { audioAcross: 'frames' }, {}],
  ['AAC with a packet across two segments', 'aac', {}, {}],
  ['AAC with a long packet across two segments', 'aac', { audioBytes: 5000 }, {}],
  ['AAC, encrypted', 'aac', {}, { key: AES_KEY }],
  ['AAC in packets without a length', 'aac', { isAudioLengthWritten: false }, {}],
  ['AAC in packets mostly without timestamps', 'aac', { untimedShare: 0.8 }, {}],
  ['MP3', 'mp3', {}, {}],
  ['AC-3', 'ac3', { audioBytes: 2000 }, {}],
]

it.each(BORDER_CASES)(
  'audio across a segment border is decoded completely and in its place: %s',
  async (_, audio, changes, { key }) => {
    const recipe = recipeWith(audio)
    const segments = new RemuxedSegments(
      await workshop.video(recipe),
      { ...SMALL_SEGMENTS, ...changes },
      seededRandom(11),
      audio,
    )
    const source = segments.source(key ?? null)
    const media = await openMedia({ video: source, audio: source })
    for (const range of [
      { startTime: 3.6, endTime: 4.4 },
      { startTime: 3.6, endTime: 4 },
      { startTime: 4, endTime: 4.4 },
    ]) {
      const { clip } = await expectExact(media, uneditedVideo(recipe), range, workshop)
      expect(lowestCorrelation(clip.audio!, range.startTime)).toBeGreaterThan(0.9)
    }
  },
)

/** Lowest correlation with the stamped audio of any hundredth of a second of the audio. Equal audio has 1. */
function lowestCorrelation(
  { sampleRate, channels }: { sampleRate: number; channels: Float32Array[] },
  startTime: number,
) {
  const decodedSamples = channels[0]!
  const step = Math.round(sampleRate / 100)
  let worstCorrelation = 1
  for (let from = step; from + 2 * step < decodedSamples.length; from += step) {
    let [dotProduct, decodedPower, stampedPower] = [0, 0, 0]
    for (let at = from; at < from + step; at++) {
      const stampedSample = stampedAudioAt(at + startTime * sampleRate, sampleRate)
      dotProduct += decodedSamples[at]! * stampedSample
      decodedPower += decodedSamples[at]! ** 2
      stampedPower += stampedSample ** 2
    }
    worstCorrelation = Math.min(worstCorrelation, dotProduct / Math.sqrt(decodedPower * stampedPower || 1))
  }
  return worstCorrelation
}
