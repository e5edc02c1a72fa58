import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { expect, it } from 'vitest'
import { bytesAsSource } from '../support/counting-file.ts'
import { expectSilenceAround, loudness } from '../support/expect-audio.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const videoRecipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [30, 1],
  frames: 48,
  gopFrames: 15,
  bFrames: 2,
  texture: false,
  video: 'h264',
  audio: null,
  layout: 'plain',
}
const range = { startTime: 0.4, endTime: 1.2 }

const workshop = stampedWorkshop()
interface AudioCase {
  name: string
  file: 'he-aac' | 'he-aac-v2'
  /** The decoder configuration in hexadecimal digits, or null to keep the encoder's. */
  configuration: string | null
}

const AUDIO_CASES: AudioCase[] = [
  { name: 'declared after the core', file: 'he-aac', configuration: null },
  { name: 'declared before the core', file: 'he-aac', configuration: '2b92080000' },
  { name: 'not declared', file: 'he-aac', configuration: '1390000000' },
  { name: 'in parametric stereo, declared', file: 'he-aac-v2', configuration: null },
  { name: 'in parametric stereo, not declared', file: 'he-aac-v2', configuration: '13880000000000' },
]

async function audioOf({ file, configuration }: AudioCase): Promise<Buffer> {
  const audio = Buffer.from(await readFile(new URL(`../support/fixtures/${file}.m4a`, import.meta.url)))
  const configurationBytes = configuration ? Buffer.from(configuration, 'hex') : Buffer.alloc(0)
  configurationBytes.copy(audio, audio.indexOf(file === 'he-aac' ? '139056e5' : '138856e5', 'hex'))
  return audio
}

it.each(AUDIO_CASES)('HE-AAC of a real encoder is cut at its decoded time: $name', async (kind) => {
  const bytes = await audioOf(kind)
  const source = join(workshop.directory, 'source.m4a')
  await writeFile(source, bytes)
  const playedAudio = (await readStamps(source)).audio!
  const [video, audio] = [await workshop.video(videoRecipe), bytes].map((fileBytes) => bytesAsSource(fileBytes))
  const media = await openMedia({ video: video!, audio: audio! })
  expect(media.facts.audio).toEqual({ codec: 'aac', sampleRate: 44_100, channels: 2 })
  const delay = audioOffsetSeconds(playedAudio, 0)!
  for (const request of [unscaledRequest, ...(kind.configuration ? [] : [mp3Request])]) {
    const { clip } = await workshop.cut(media, range, request)
    const decodedAudio = clip.audio!
    expect(decodedAudio.sampleRate).toBe(44_100)
    expect(decodedAudio.channels[0]!.length / decodedAudio.sampleRate).toBeCloseTo(0.8, 3)
    expect(Math.abs(audioOffsetSeconds(decodedAudio, range.startTime)! - delay)).toBeLessThan(0.001)
    // The frequencies that only spectral band replication fills are as loud as in the source.
    const from = Math.round(range.startTime * playedAudio.sampleRate)
    for (const [channel, samples] of decodedAudio.channels.entries()) {
      const sourceSamples = playedAudio.channels[channel]!.subarray(from, from + samples.length)
      const levelDifference = 20 * Math.log10(loudness(highPass(samples)) / loudness(highPass(sourceSamples)))
      expect(loudness(highPass(sourceSamples))).toBeGreaterThan(0.005)
      expect(Math.abs(levelDifference)).toBeLessThan(1)
    }
    if (request !== mp3Request) expectSilenceAround(clip)
  }
})

/** High-pass at 11 kHz for 44.1 kHz audio: a second-order Butterworth filter, four times. */
function highPass(samples: Float32Array): Float32Array {
  const tangent = Math.tan((Math.PI * 11_000) / 44_100)
  const scale = 1 / (1 + Math.SQRT2 * tangent + tangent * tangent)
  const [feedback1, feedback2] = [
    2 * (tangent * tangent - 1) * scale,
    (1 - Math.SQRT2 * tangent + tangent * tangent) * scale,
  ]
  let output = samples
  for (let pass = 0; pass < 4; pass++) {
    const input = output
    output = new Float32Array(input.length)
    for (let at = 2; at < input.length; at++) {
      const feedForward = scale * (input[at]! - 2 * input[at - 1]! + input[at - 2]!)
      output[at] = feedForward - feedback1 * output[at - 1]! - feedback2 * output[at - 2]!
    }
  }
  return output
}
