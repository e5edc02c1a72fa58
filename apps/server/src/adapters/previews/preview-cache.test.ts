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

function previewMadeBy(make: PreviewCacheOptions['make']) {
  const madeAddresses: string[] = []
  const video = createPreviewCache({
    files,
    clock: { now: () => now },
    make: async (address, filePath, makingSignal) => {
      madeAddresses.push(address)
      await make(address, filePath, makingSignal)
    },
  })
  return { video, madeAddresses }
}

const writing: PreviewCacheOptions['make'] = (address, filePath) => writeFile(filePath, `frame of ${address}`)
const gate = () => Promise.withResolvers<void>()

describe('what is cached of a video', () => {
  it('is made once and then read from the disk', async () => {
    const { video, madeAddresses } = previewMadeBy(writing)
    expect((await video.read('a', signal)).toString()).toBe('frame of a')
    expect((await video.read('a', signal)).toString()).toBe('frame of a')
    expect((await video.read('b', signal)).toString()).toBe('frame of b')
    expect(madeAddresses).toEqual(['a', 'b'])
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  it('is made once for all who ask while it is made', async () => {
    const open = gate()
    const { video, madeAddresses } = previewMadeBy(async (...order) => {
      await open.promise
      await writing(...order)
    })
    const reads = Array.from({ length: 5 }, () => video.read('a', signal))
    open.resolve()
    expect((await Promise.all(reads)).map(String)).toEqual(Array(5).fill('frame of a'))
    expect(madeAddresses).toEqual(['a'])
  })

  it('is the same under every address of it, where an address says more than what it is', async () => {
    const madeAddresses: string[] = []
    const video = createPreviewCache({
      files,
      clock: { now: () => now },
      nameOf: (address) => address.split('?')[0] ?? '',
      make: async (address, filePath) => {
        madeAddresses.push(address)
        await writeFile(filePath, `frame of ${address}`)
      },
    })
    expect((await video.read('a?until=noon', signal)).toString()).toBe('frame of a?until=noon')
    expect((await video.read('a?until=midnight', signal)).toString()).toBe('frame of a?until=noon')
    expect((await video.read('b?until=midnight', signal)).toString()).toBe('frame of b?until=midnight')
    expect(madeAddresses).toEqual(['a?until=noon', 'b?until=midnight'])
  })

  it('is made under two addresses of it at a time, each for whoever asked by it', async () => {
    const bothBegan = gate()
    let beginnings = 0
    const video = createPreviewCache({
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
    const reads = ['a?until=noon', 'a?until=midnight'].map((address) => video.read(address, signal))
    for (const frame of await Promise.all(reads)) expect(frame.toString()).toMatch(/^frame of a\?until=/)
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  it('is made for whoever reloads the page while what they left is still being given up', async () => {
    const [beginning, secondWrite, discarding] = [gate(), gate(), gate()]
    const { discard } = files
    files.discard = async (path) => {
      await discard(path)
      discarding.resolve()
    }
    const firstCaller = new AbortController()
    let tries = 0
    const { video } = previewMadeBy(async (address, filePath, makingSignal) => {
      tries += 1
      const isFirst = tries === 1
      await writing(address, filePath, makingSignal)
      if (isFirst) beginning.resolve()
      else secondWrite.resolve()
      await (isFirst ? secondWrite.promise : discarding.promise)
      makingSignal.throwIfAborted()
    })
    const firstRead = video.read('a', firstCaller.signal).catch((error: Error) => error.message)
    await beginning.promise
    firstCaller.abort(new Error('left'))
    expect((await video.read('a', signal)).toString()).toBe('frame of a')
    expect(await firstRead).toBe('left')
  })

  it('is made again after it was swept', async () => {
    const { video, madeAddresses } = previewMadeBy(writing)
    await video.read('a', signal)
    for (const { key } of await files.list()) await files.delete(key)
    expect((await video.read('a', signal)).toString()).toBe('frame of a')
    expect(madeAddresses).toEqual(['a', 'a'])
  })

  it('is given up only when nobody waits for it any more', async () => {
    const start = gate()
    const { video } = previewMadeBy(async (_address, _filePath, makingSignal) => {
      start.resolve()
      await new Promise((_, reject) => makingSignal.addEventListener('abort', () => reject(makingSignal.reason)))
    })
    const [firstCaller, secondCaller] = [new AbortController(), new AbortController()]
    const firstRead = video.read('a', firstCaller.signal).catch((error: Error) => error.message)
    const secondRead = video.read('a', secondCaller.signal).catch((error: Error) => error.message)
    await start.promise
    firstCaller.abort(new Error('left early'))
    expect(await firstRead).toBe('left early')
    expect(await Promise.race([secondRead, Promise.resolve('still waiting')])).toBe('still waiting')
    secondCaller.abort(new Error('left late'))
    expect(await secondRead).toBe('left late')
    // An aborted preview is not a failed one, so a new request makes it.
    const { video: newCache } = previewMadeBy(writing)
    expect((await newCache.read('a', signal)).toString()).toBe('frame of a')
  })

  it.each([new SourceReadError('source_timeout', 'too slow'), new MediaWorkError('broken_media', 'no')])(
    'is not tried again at once when it came to nothing: %s',
    async (trouble) => {
      const { video, madeAddresses } = previewMadeBy(() => Promise.reject(trouble))
      await expect(video.read('a', signal)).rejects.toMatchObject({ code: 'source_failed', cause: trouble })
      await expect(video.read('a', signal)).rejects.toMatchObject({ code: 'source_failed' })
      expect(madeAddresses).toEqual(['a'])
      now = new Date(now.getTime() + 11 * 60_000)
      await expect(video.read('a', signal)).rejects.toMatchObject({ code: 'source_failed' })
      expect(madeAddresses).toEqual(['a', 'a'])
      expect(await readdir(join(folder, 'scratch'))).toEqual([])
    },
  )

  it('may be asked for again at once when there were only too many before', async () => {
    let busy = true
    const { video } = previewMadeBy(async (...order) => {
      if (busy) throw new MediaWorkError('busy', 'too many')
      await writing(...order)
    })
    await expect(video.read('a', signal)).rejects.toMatchObject({ code: 'busy' })
    busy = false
    expect((await video.read('a', signal)).toString()).toBe('frame of a')
  })

  it('hides no fault of ours', async () => {
    const { video } = previewMadeBy(() => Promise.reject(new TypeError('a bug')))
    await expect(video.read('a', signal)).rejects.toThrow(TypeError)
  })

  it('is made, and not cached, where it is large and the disk is no longer empty', async () => {
    const large = (address: string) => address.repeat(2 * 1024 * 1024)
    const { video, madeAddresses } = previewMadeBy((address, filePath) =>
      writeFile(filePath, address === 'small' ? address : large(address)),
    )
    files.freeBytes = async () => 3 * 1024 ** 3
    for (const name of ['a', 'a', 'small', 'small'])
      expect((await video.read(name, signal)).toString() === (name === 'small' ? name : large(name))).toBe(true)
    expect(madeAddresses).toEqual(['a', 'a', 'small'])
    files.freeBytes = async () => 5 * 1024 ** 3
    for (const name of ['b', 'b']) await video.read(name, signal)
    expect(madeAddresses).toEqual(['a', 'a', 'small', 'b'])
    expect(await readdir(join(folder, 'scratch'))).toEqual([])
  })

  it('is not made when the disk is nearly full', async () => {
    files.freeBytes = async () => 300 * 1024 * 1024
    const { video, madeAddresses } = previewMadeBy(writing)
    await expect(video.read('a', signal)).rejects.toMatchObject({ code: 'source_failed' })
    expect(madeAddresses).toEqual([])
  })
})
