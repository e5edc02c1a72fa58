import { describe, expect, it } from 'vitest'
import { box, u16, u32, u64 } from '../../bitstream/mp4-boxes.ts'
import { parseSidx } from './layout.ts'

function reference(size: number, duration: number, isIndex = false): Buffer {
  return Buffer.concat([u32(size + (isIndex ? 0x80000000 : 0)), u32(duration), u32(isIndex ? 0 : 0x90000000)])
}

describe('parseSidx', () => {
  it('places fragments one after another, after the index', () => {
    const header = [u32(0), u32(1), u32(1000), u32(500), u32(8), u16(0), u16(2)]
    const sidx = box('sidx', ...header, reference(100, 2000), reference(50, 1000))
    const begin = 700 + sidx.length
    const fragment = { isIndex: false, hasSapType: true }
    expect(parseSidx(sidx, 700)).toEqual([
      { ...fragment, offset: begin + 8, sizeBytes: 100, startTime: 0.5, endTime: 2.5 },
      { ...fragment, offset: begin + 108, sizeBytes: 50, startTime: 2.5, endTime: 3.5 },
    ])
  })

  it('reads the 64-bit form, and references to further indexes', () => {
    const header = [u32(0x1000000), u32(1), u32(10), u64(30), u64(0), u16(0), u16(1)]
    const sidx = box('sidx', ...header, reference(100, 20, true))
    expect(parseSidx(sidx, 0)).toEqual([
      { offset: sidx.length, sizeBytes: 100, startTime: 3, endTime: 5, isIndex: true, hasSapType: false },
    ])
  })

  it('rejects a count that its bytes cannot hold', () => {
    const sidx = box('sidx', u32(0), u32(1), u32(10), u32(0), u32(0), u16(0), u16(60_000), reference(1, 1))
    expect(() => parseSidx(sidx, 0)).toThrowError(/claims 60000 rows/)
  })
})
