import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPackets } from '@kerf/stamped-media/read-packets'
import { describe, expect, it } from 'vitest'

const framesPerSecond = 30
const frameCount = 60 * framesPerSecond

const directory = join(import.meta.dirname, '../../../sample')
const facts = JSON.parse(readFileSync(join(directory, 'sample.json'), 'utf8'))

describe('the committed sample', () => {
  it('takes at most 8 MB in total', () => {
    const sizes = readdirSync(directory).map((file) => statSync(join(directory, file)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8e6)
  })

  it('needs no decoder above the usual level of each size', () => {
    const codecs = facts.renditions.map(({ videoCodec }: { videoCodec: string }) => videoCodec)
    expect(codecs).toEqual(['avc1.64001e', 'avc1.64001f', 'avc1.640028'])
  })

  it.each(facts.renditions as { file: string; sizeBytes: number }[])(
    '$file has every frame, a keyframe every two seconds, its index first, and the stated size',
    async ({ file, sizeBytes }) => {
      const path = join(directory, file)
      const packets = await readPackets(path)
      expect(packets.map(({ seconds }) => Math.round(seconds * framesPerSecond)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: frameCount }, (_, index) => index),
      )
      expect(packets.filter(({ isKeyframe }) => isKeyframe).map(({ seconds }) => seconds)).toEqual(
        Array.from({ length: 30 }, (_, index) => index * 2),
      )
      const bytes = readFileSync(path)
      expect(bytes.length).toBe(sizeBytes)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    },
  )
})
