import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { probe } from '../../src/index.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

const { media } = await workshop.make(smallRecipe(), 'source')
const range = { startTime: 1.3, endTime: 3.3 }
const clipPath = (await workshop.cut(media, range)).path
const audioPath = (await workshop.cut(media, range, mp3Request)).path
const clip = await readFile(clipPath)

async function probeBytes(bytes: Buffer) {
  const path = workshop.clipPath()
  await writeFile(path, bytes)
  return probe(path)
}

describe('probe', () => {
  it('describes a healthy clip', async () => {
    expect(await probe(clipPath)).toEqual({
      durationSeconds: expect.closeTo(2, 2),
      frames: 60,
      width: 384,
      height: 216,
      hasAudio: true,
      sizeBytes: clip.length,
    })
  })

  it('describes a healthy MP3', async () => {
    expect(await probe(audioPath)).toMatchObject({ frames: 0, width: null, height: null, hasAudio: true })
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['a clip that was cut off', (bytes) => bytes.subarray(0, -10)],
    ['a clip whose last frames are damaged', (bytes) => Buffer.from(bytes).fill(0xff, Math.floor(bytes.length * 0.6))],
    ['an empty file', () => Buffer.alloc(0)],
  ])('reports %s as broken', async (_, damage) => {
    await expect(probeBytes(damage(clip))).rejects.toMatchObject({ code: 'broken_media' })
  })
})
