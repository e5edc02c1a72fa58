import { readStamps } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { expect } from 'vitest'
import { cutClip } from '../cut-clip.ts'
import { fileSink } from '../file-sink.ts'
import type { OpenedMedia } from '../open-media.ts'
import { type CutRange, planCut } from '../plan-cut.ts'
import { frameSeconds, framesInRange } from './expected-frames.ts'
import type { StampedWorkshop } from './stamped-source.ts'

type Recipe = Parameters<typeof framesInRange>[0]

/** Cuts a range of a stamped film and reads, by decoding, that the clip holds exactly its frames and its sound. */
export async function expectExactCut(workshop: StampedWorkshop, media: OpenedMedia, recipe: Recipe, range: CutRange) {
  const path = workshop.clipPath()
  const plan = await planCut(media, range, { kind: 'video', height: null })
  const receipt = await cutClip(plan, fileSink(path))
  const clip = await readStamps(path)
  const wanted = framesInRange(recipe, range)
  expect(clip.frames.map(({ number }) => number)).toEqual(wanted)
  expect(clip.hidden.frames).toBe(wanted.length)
  if (recipe.audio) {
    const offset = soundOffsetSeconds(clip.sound!, frameSeconds(recipe, wanted[0]!))
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(0.001)
  }
  return { plan, receipt, path }
}
