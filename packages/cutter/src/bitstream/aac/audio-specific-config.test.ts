import { expect, it } from 'vitest'
import { isSpliceable, parseAudioSpecificConfig } from './audio-specific-config.ts'

it('a configuration of plain stereo AAC-LC at 44.1 kHz is read', () => {
  const config = parseAudioSpecificConfig(Uint8Array.of(0x12, 0x10))
  expect(config).toMatchObject({ objectType: 2, sampleRate: 44_100, channelConfiguration: 2 })
})

it.each([
  ['plain stereo AAC-LC', '1210', true],
  ['AAC-LC whose extension says "no HE-AAC"', '121056e500', true],
  ['HE-AAC, declared explicitly', '2b920800', false],
  ['HE-AAC, declared by extension', '139056e5a0', false],
  ['5.1 channels', '11b0', true],
  ['7.1 channels', '11b8', false],
  ['channels declared only in the packets', '1180', false],
  ['no configuration', '', false],
])('AAC of %s can be spliced, or is encoded as a whole', (_, config, expected) => {
  expect(isSpliceable(parseAudioSpecificConfig(Buffer.from(config, 'hex')))).toBe(expected)
})
