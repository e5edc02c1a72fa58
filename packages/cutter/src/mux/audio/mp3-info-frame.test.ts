import { expect, it } from 'vitest'
import { crc16, mp3InfoFrame } from './mp3-info-frame.ts'

const totals = {
  // A padded stereo frame at 320 kbit/s.
  firstFrame: Buffer.concat([Buffer.of(0xff, 0xfb, 0xe2, 0x40), Buffer.alloc(1041)]),

  isVariable: false,
  frameStarts: Array.from({ length: 100 }, (_, frame) => 1044 * frame),
  bytes: 104_400,
  bytesCrc: 0,
  samples: 113_000,
  frameSamples: 1152,
}

it("an MP3's info frame has the length in its header, and the padding at both ends", () => {
  const frame = mp3InfoFrame(totals)
  expect(frame).toHaveLength(1044)
  expect(frame.subarray(0, 4).toString('hex')).toBe('fffbe040')
  const delays = frame.readUIntBE(36 + 120 + 21, 3)
  expect(delays >> 12).toBe(576)
  expect(delays & 0xfff).toBe(100 * 1152 - 576 - 113_000)
  const end = 36 + 120 + 34
  expect(frame.readUInt16BE(end)).toBe(crc16(frame.subarray(0, end)))
})

it('crc16 returns the check value of CRC-16/ARC', () => {
  expect(crc16(Buffer.from('123456789'))).toBe(0xbb3d)
})
