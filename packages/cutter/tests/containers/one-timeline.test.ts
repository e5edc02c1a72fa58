import { readStamps } from '@kerf/stamped-media/read-stamps'
import { expect, it } from 'vitest'
import { cut } from '../../src/index.ts'
import { fileSink } from '../../src/io/node/files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { openMedia } from '../support/open-media.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

it.each(['plain', 'fragmented', 'webm', 'ts'] as const)(
  'audio only has the same timeline as with video, if it begins after the video: %s',
  async (layout) => {
    const isWebm = layout === 'webm'
    const codecs = { video: isWebm ? 'vp9' : 'h264', audio: isWebm ? 'opus' : 'aac' } as const
    const audioTimes = { audioFromSeconds: 0.8, audioToSeconds: 1.7 }
    const { path } = await workshop.make(
      smallRecipe({ layout, ...codecs, ...audioTimes, frames: 60 }),
      `late-${layout}`,
    )
    const file = await workshop.openFile(path)
    const media = await openMedia({ video: null, audio: file })
    expect(media.video).toBeNull()
    // The range ends after the audio. Its part with audio is cut all the same.
    const range = { startTime: 1.1, endTime: 2 }
    const clipPath = workshop.clipPath('wav')
    await cut(await planCut(media, range, { kind: 'wav' }), fileSink(clipPath))
    const { audio } = await readStamps(clipPath)
    expectAudioFrom(audio!, range.startTime)
    expect(audio!.channels[0]!.length / audio!.sampleRate).toBeGreaterThan(0.5)
    const planning = planCut(media, { startTime: 1.85, endTime: 2 }, { kind: 'wav' })
    await expect(planning.then((plan) => cut(plan, fileSink(workshop.clipPath('wav'))))).rejects.toMatchObject({
      code: 'nothing_in_range',
    })
  },
)
