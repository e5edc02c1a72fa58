import { describe, expect, it } from 'vitest'
import { bytesAsSource } from '../../tests/support/counting-file.ts'
import { MAX_REQUEST_BYTES, newMeter, PartReader, splitRead } from './part-reader.ts'

const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251)

function options(signal?: AbortSignal) {
  return { signal, meter: newMeter() }
}

describe('PartReader', () => {
  it('assembles the pieces of a large read in order', async () => {
    const reading = options()
    const read = await new PartReader(bytesAsSource(bytes)).read(1000, 2_999_000, reading)
    expect(Buffer.compare(read, bytes.subarray(1000, 2_999_000))).toBe(0)
    expect(reading.meter.bytes).toBe(2_998_000)
    expect(reading.meter.requests).toBe(2)
  })

  it('reports broken media if a table points past the end', async () => {
    const reading = new PartReader(bytesAsSource(bytes)).read(0, bytes.length + 1, options())
    await expect(reading).rejects.toMatchObject({ code: 'broken_media' })
  })

  const cause = new Error('403')
  it.each([
    ['delivers too little', async () => new Uint8Array(10), {}],
    ['throws, with the cause', () => Promise.reject(cause), { cause }],
  ])('reports a failed source if it %s', async (_, read, errorFields) => {
    const reading = new PartReader({ sizeBytes: 100, read }).read(0, 20, options())
    await expect(reading).rejects.toMatchObject({ code: 'source_failed', ...errorFields })
  })

  it('does not wait for a hanging source that ignores the signal', async () => {
    const controller = new AbortController()
    const source = { sizeBytes: 100, read: () => new Promise<Uint8Array>(() => {}) }
    const reading = new PartReader(source).read(0, 20, options(controller.signal))
    controller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('makes no request after a cancel', async () => {
    const source = { sizeBytes: 100, read: () => Promise.reject(new Error('must not be asked')) }
    const reading = new PartReader(source).read(0, 20, options(AbortSignal.abort()))
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('splitRead', () => {
  it('leaves small reads whole', () => {
    expect(splitRead(5, 1_000_000)).toEqual([{ start: 5, end: 1_000_000 }])
  })

  it('never requests more than the limit of a throttling server', () => {
    const pieces = splitRead(0, 95_000_000)
    expect(pieces.every(({ start, end }) => end - start <= MAX_REQUEST_BYTES)).toBe(true)
    expect(pieces.at(-1)!.end).toBe(95_000_000)
  })
})
