import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { bytesAsSource } from '../support/counting-file.ts'
import { LOUD_SOURCES, loudnessOf, wavOf } from '../support/loud-sources.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const SOURCE_SECONDS = 6
const workshop = stampedWorkshop()
const recipe = smallRecipe({
  width: 96,
  height: 64,
  frames: 30 * SOURCE_SECONDS,
  gopFrames: 60,
  texture: false,
  audio: null,
})
const h264 = (await workshop.make(recipe, 'frames')).files[0]!
const vp9 = (await workshop.make({ ...recipe, video: 'vp9', layout: 'webm' }, 'web')).files[0]!

const loudness = -14
describe('at -14 LUFS,', () => {
  it.each(LOUD_SOURCES.map((source) => [source.name, source] as const))(
    '%s has that loudness, and low enough peaks',
    async (_, source) => {
      const audio = bytesAsSource(wavOf(source, SOURCE_SECONDS))
      for (const [video, request] of [
        [h264, { ...unscaledRequest, loudness }],
        [vp9, { kind: 'original', loudness }],
        [h264, { ...mp3Request, loudness }],
      ] satisfies [typeof h264, ClipSpec][]) {
        const media = await openMedia({ video, audio })
        const { clip } = await workshop.cut(media, { startTime: 0.5, endTime: SOURCE_SECONDS }, request)
        const { lufs, peak } = await loudnessOf(clip.audio!)
        expect(Math.abs(lufs! - loudness)).toBeLessThan(0.5)
        expect(peak).toBeLessThanOrEqual(-1)
      }
    },
  )
})
