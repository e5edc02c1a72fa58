import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as constants from 'node-av/constants'
import { Codec } from 'node-av/lib'
import { expect, it, vi } from 'vitest'
import { ENCODERS, missingCodecs } from './engine-version.ts'

it('the media engine has every codec that the cutter uses, and a missing one is named', () => {
  expect(missingCodecs()).toEqual([])
  using _encoder = vi.spyOn(Codec, 'findEncoderByName').mockReturnValueOnce(null)
  using _decoder = vi.spyOn(Codec, 'findDecoder').mockReturnValueOnce(null)
  expect(missingCodecs()).toEqual(['libx264 encoder', 'h264 decoder'])
})

it('every encoder that the sources name is checked', async () => {
  const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const sources = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const used = new Set(sources.join('\n').match(/\bFF_ENCODER_\w+/g))
  const values = [...used].map((name) => (constants as unknown as Record<string, string>)[name])
  expect(values.toSorted()).toEqual(ENCODERS.toSorted())
})
