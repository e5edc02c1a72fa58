import { describe, expect, it } from 'vitest'
import { isSpliceable, parseAudioSpecificConfig } from './audio-specific-config.ts'

describe('the AAC configuration', () => {
  it('of plain stereo AAC-LC at 44.1 kHz can be spliced', () => {
    const config = parseAudioSpecificConfig(Uint8Array.of(0x12, 0x10))
    expect(config).toMatchObject({ objectType: 2, sampleRate: 44_100, channelConfiguration: 2 })
    expect(isSpliceable(config)).toBe(true)
  })

  it('with the extension that our own encoder writes to say "no HE-AAC" can be spliced', () => {
    expect(isSpliceable(parseAudioSpecificConfig(Uint8Array.of(0x12, 0x10, 0x56, 0xe5, 0x00)))).toBe(true)
  })

  it('of HE-AAC, said outright or by extension, is encoded as a whole', () => {
    expect(isSpliceable(parseAudioSpecificConfig(Uint8Array.of(0x2b, 0x92, 0x08, 0x00)))).toBe(false)
    expect(isSpliceable(parseAudioSpecificConfig(Uint8Array.of(0x13, 0x90, 0x56, 0xe5, 0xa0)))).toBe(false)
  })

  it('of 5.1 channels can be spliced; of 7.1, or of channels that only the packets name, it cannot', () => {
    expect(isSpliceable(parseAudioSpecificConfig(Uint8Array.of(0x11, 0xb0)))).toBe(true)
    expect(isSpliceable(parseAudioSpecificConfig(Uint8Array.of(0x11, 0xb8)))).toBe(false)
    expect(isSpliceable(parseAudioSpecificConfig(Uint8Array.of(0x11, 0x80)))).toBe(false)
  })

  it('that is missing is encoded as a whole', () => {
    expect(isSpliceable(parseAudioSpecificConfig(new Uint8Array(0)))).toBe(false)
  })
})
