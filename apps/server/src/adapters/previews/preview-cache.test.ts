import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from '../../ports/files.ts'
import { MediaWorkError } from '../../ports/media.ts'
import { SourceReadError } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createPreviewCache, type PreviewCacheOptions } from './preview-cache.ts'

const signal = new AbortController().signal
let folder: string
let files: FileStore
let now: Date
beforeEach(async () => {
  folder = temporaryDirectory()
  files = createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') })
  now = new Date('2026-11-20T12:00:00Z')
})

function createTestCache(make: PreviewCacheOptions['make']) {
  const madeAddresses: string[] = []
  const cache = createPreviewCache({
    files,
    clock: { now: () => now },
    make: async (address, filePath, makingSignal) => {
      madeAddresses.push(address)
      await make(address, filePath, makingSignal)
    },
  })
  return { cache, madeAddresses }
}

const writeFrame: PreviewCacheOptions['make'] = (address, filePath) => writeFile(filePath, `frame of ${address}`)
const createGate = () => Promise.withResolvers<void>()

describe('a preview of a video', () => {
  it('is made once, and then read from disk', async () => {
    const { cache, madeAddresses } = createTestCache(writeFrame)
    expect((await cache.read('a', signal)).toString()).toBe('frame of a')
    expect((await cache.read('a', signal)).toString()).toBe('frame of a')
    expect((await cache.read('b', signal)).toString()).toBe('frame of b')
    expect(madeAddresses).toEqual(['a', 'b'])
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  it('is made once for concurrent callers', async () => {
    const gateOpening = createGate()
    const { cache, madeAddresses } = createTestCache(async (...order) => {
      await gateOpening.promise
      await writeFrame(...order)
    })
    const pendingReads = Array.from({ length: 5 }, () => cache.read('a', signal))
    gateOpening.resolve()
    expect((await Promise.all(pendingReads)).map(String)).toEqual(Array(5).fill('frame of a'))
    expect(madeAddresses).toEqual(['a'])
  })

  it('is shared by all addresses with the same stable name', async () => {
    const madeAddresses: string[] = []
    const cache = createPreviewCache({
      files,
      clock: { now: () => now },
      nameOf: (address) => address.split('?')[0] ?? '',
      make: async (address, filePath) => {
        madeAddresses.push(address)
        await writeFile(filePath, `frame of ${address}`)
      },
    })
    expect((await cache.read('a?until=noon', signal)).toString()).toBe('frame of a?until=noon')
    expect((await cache.read('a?until=midnight', signal)).toString()).toBe('frame of a?until=noon')
    expect((await cache.read('b?until=midnight', signal)).toString()).toBe('frame of b?until=midnight')
    expect(madeAddresses).toEqual(['a?until=noon', 'b?until=midnight'])
  })

  it('may be made from two of its addresses at once, each for its own caller', async () => {
    const bothBegan = createGate()
    let beginnings = 0
    const cache = createPreviewCache({
      files,
      clock: { now: () => now },
      nameOf: (address) => address.split('?')[0] ?? '',
      make: async (address, filePath) => {
        await writeFile(filePath, `frame of ${address}`)
        beginnings += 1
        if (beginnings === 2) bothBegan.resolve()
        await bothBegan.promise
      },
    })
    const pendingReads = ['a?until=noon', 'a?until=midnight'].map((address) => cache.read(address, signal))
    for (const frame of await Promise.all(pendingReads)) expect(frame.toString()).toMatch(/^frame of a\?until=/)
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  it('is made for a caller who reloads while the first attempt is still being aborted', async () => {
    const [beginning, secondWrite, discarding] = [createGate(), createGate(), createGate()]
    const { discard } = files
    files.discard = async (path) => {
      await discard(path)
      discarding.resolve()
    }
    const firstCaller = new AbortController()
    let attemptCount = 0
    const { cache } = createTestCache(async (address, filePath, makingSignal) => {
      attemptCount += 1
      const isFirst = attemptCount === 1
      await writeFrame(address, filePath, makingSignal)
      if (isFirst) beginning.resolve()
      else secondWrite.resolve()
      await (isFirst ? secondWrite.promise : discarding.promise)
      makingSignal.throwIfAborted()
    })
    const firstRead = cache.read('a', firstCaller.signal).catch((error: Error) => error.message)
    await beginning.promise
    firstCaller.abort(new Error('left'))
    expect((await cache.read('a', signal)).toString()).toBe('frame of a')
    expect(await firstRead).toBe('left')
  })

  it('is made again after a sweep', async () => {
    const { cache, madeAddresses } = createTestCache(writeFrame)
    await cache.read('a', signal)
    for (const { key } of await files.list()) await files.delete(key)
    expect((await cache.read('a', signal)).toString()).toBe('frame of a')
    expect(madeAddresses).toEqual(['a', 'a'])
  })

  it('is aborted only when the last caller leaves', async () => {
    const start = createGate()
    const { cache } = createTestCache(async (_address, _filePath, makingSignal) => {
      start.resolve()
      await new Promise((_, reject) => makingSignal.addEventListener('abort', () => reject(makingSignal.reason)))
    })
    const [firstCaller, secondCaller] = [new AbortController(), new AbortController()]
    const firstRead = cache.read('a', firstCaller.signal).catch((error: Error) => error.message)
    const secondRead = cache.read('a', secondCaller.signal).catch((error: Error) => error.message)
    await start.promise
    firstCaller.abort(new Error('left early'))
    expect(await firstRead).toBe('left early')
    expect(await Promise.race([secondRead, Promise.resolve('still waiting')])).toBe('still waiting')
    secondCaller.abort(new Error('left late'))
    expect(await secondRead).toBe('left late')
    // An aborted preview is not a failed one, so a new request makes it.
    const { cache: newCache } = createTestCache(writeFrame)
    expect((await newCache.read('a', signal)).toString()).toBe('frame of a')
  })

  it.each([new SourceReadError('source_timeout', 'too slow'), new MediaWorkError('broken_media', 'no')])(
    'is not retried at once after a failure: %s',
    async (trouble) => {
      const { cache, madeAddresses } = createTestCache(() => Promise.reject(trouble))
      await expect(cache.read('a', signal)).rejects.toMatchObject({ code: 'source_failed', cause: trouble })
      await expect(cache.read('a', signal)).rejects.toMatchObject({ code: 'source_failed' })
      expect(madeAddresses).toEqual(['a'])
      now = new Date(now.getTime() + 11 * 60_000)
      await expect(cache.read('a', signal)).rejects.toMatchObject({ code: 'source_failed' })
      expect(madeAddresses).toEqual(['a', 'a'])
      expect(await readdir(join(folder, 'scratch'))).toEqual([])
    },
  )

  it('may be retried at once after a refusal as busy', async () => {
    let isBusy = true
    const { cache } = createTestCache(async (...order) => {
      if (isBusy) throw new MediaWorkError('busy', 'too many')
      await writeFrame(...order)
    })
    await expect(cache.read('a', signal)).rejects.toMatchObject({ code: 'busy' })
    isBusy = false
    expect((await cache.read('a', signal)).toString()).toBe('frame of a')
  })

  it('passes on unexpected errors', async () => {
    const { cache } = createTestCache(() => Promise.reject(new TypeError('a bug')))
    await expect(cache.read('a', signal)).rejects.toThrow(TypeError)
  })

  it('is made but not cached if it is large and disk space is low', async () => {
    const largeText = (address: string) => address.repeat(2 * 1024 * 1024)
    const { cache, madeAddresses } = createTestCache((address, filePath) =>
      writeFile(filePath, address === 'small' ? address : largeText(address)),
    )
    files.freeBytes = async () => 3 * 1024 ** 3
    for (const name of ['a', 'a', 'small', 'small'])
      expect((await cache.read(name, signal)).toString() === (name === 'small' ? name : largeText(name))).toBe(true)
    expect(madeAddresses).toEqual(['a', 'a', 'small'])
    files.freeBytes = async () => 5 * 1024 ** 3
    for (const name of ['b', 'b']) await cache.read(name, signal)
    expect(madeAddresses).toEqual(['a', 'a', 'small', 'b'])
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  it('is not made if the disk is nearly full', async () => {
    files.freeBytes = async () => 300 * 1024 * 1024
    const { cache, madeAddresses } = createTestCache(writeFrame)
    await expect(cache.read('a', signal)).rejects.toMatchObject({ code: 'source_failed' })
    expect(madeAddresses).toEqual([])
  })
})
