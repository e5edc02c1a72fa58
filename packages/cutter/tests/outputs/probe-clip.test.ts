import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { cutClip } from '../../src/cut-clip.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { planCut } from '../../src/plan-cut.ts'
import { probeClip } from '../../src/probe-clip.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
let clipPath: string
let audioPath: string
let clip: Buffer

beforeAll(async () => {
  const { media } = await workshop.make(smallRecipe(), 'source')
  const range = { startTime: 1.3, endTime: 3.3 }
  clipPath = workshop.clipPath()
  await cutClip(await planCut(media, range, { kind: 'video', height: null }), fileSink(clipPath))
  audioPath = workshop.clipPath('mp3')
  await cutClip(await planCut(media, range, { kind: 'mp3', bitrate: 320_000 }), fileSink(audioPath))
  clip = await readFile(clipPath)
}, 60_000)

async function probeBytes(bytes: Buffer) {
  const path = workshop.clipPath()
  await writeFile(path, bytes)
  return probeClip(path)
}

describe('probeClip', () => {
  it('tells what a healthy clip is', async () => {
    expect(await probeClip(clipPath)).toEqual({
      durationSeconds: expect.closeTo(2, 2),
      frames: 60,
      width: 384,
      height: 216,
      hasAudio: true,
      sizeBytes: clip.length,
    })
  })

  it('tells what a healthy MP3 is', async () => {
    expect(await probeClip(audioPath)).toMatchObject({ frames: 0, width: null, height: null, hasAudio: true })
  })

  it('finds a clip broken that was cut off', async () => {
    await expect(probeBytes(clip.subarray(0, clip.length - 10))).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('finds a clip broken whose last frames are damaged', async () => {
    const damaged = Buffer.from(clip)
    damaged.fill(0xff, Math.floor(damaged.length * 0.6), damaged.length)
    await expect(probeBytes(damaged)).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('finds an empty file broken', async () => {
    await expect(probeBytes(Buffer.alloc(0))).rejects.toMatchObject({ code: 'broken_media' })
  })
})
