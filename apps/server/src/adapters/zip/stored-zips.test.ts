import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { ZipEntry } from '../../ports/files.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { storedZips } from './stored-zips.ts'
import { readZip } from './testing/read-zip.ts'

const NOON = new Date('2026-11-20T12:00:00Z')

const folder = temporaryDirectory()

const entryOf = (name: string, bytes: Uint8Array, change: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  sizeBytes: bytes.length,
  modifiedAt: NOON,
  open: async () => Readable.from([bytes], { objectMode: false }),
  ...change,
})
const utf8Bytes = (text: string) => new TextEncoder().encode(text)

function createEndlessStream(): Readable {
  const stream = new Readable({ read: () => void stream.push(Buffer.alloc(64 * 1024)) })
  return stream
}

describe('a zip of clips', () => {
  it('has every file unchanged, in order, under its name, and has the announced size', async () => {
    const files = [
      ['01_Ein-Öl-Bild_0-00.0-0-01.0_360p.mp4', 'one'],
      ['02_東京_0-00.0-0-01.0_360p.mp4', ''],
      ['03_plain_0-00.0-0-01.0_audio_only.mp3', 'three '.repeat(50_000)],
    ] as const
    const entries = files.map(([name, text]) => entryOf(name, utf8Bytes(text)))
    const zip = await buffer(storedZips.open(entries))
    expect(zip.length).toBe(storedZips.sizeBytes(entries))
    const unzippedFiles = await readZip(zip)
    expect(unzippedFiles.map(({ name, bytes }) => [name, bytes.toString()])).toEqual(files)
    expect(unzippedFiles.map(({ compressionMethod }) => compressionMethod)).toEqual([0, 0, 0])
    expect(unzippedFiles[0]?.modifiedAt).toEqual(NOON)
  })

  it('announces exactly the extra ZIP64 size for a file or offset above 4 GB', () => {
    const entryOfSize = (sizeBytes: number) => entryOf('01.mp4', utf8Bytes(''), { sizeBytes })
    const overhead = (...sizes: number[]) =>
      storedZips.sizeBytes(sizes.map(entryOfSize)) - sizes.reduce((sum, sizeBytes) => sum + sizeBytes)
    const [localHeaderBytes, descriptor, central, time, end] = [30 + 6, 16, 46 + 6, 9, 22]
    const plainBytes = localHeaderBytes + descriptor + central + time
    const largeBytes = plainBytes + 8 + 28
    expect(overhead(3_000_000_000)).toBe(plainBytes + end)
    expect(overhead(5_000_000_000)).toBe(largeBytes + end + 56 + 20)
    expect(overhead(3_000_000_000, 3_000_000_000, 1)).toBe(2 * plainBytes + largeBytes + end + 56 + 20)
  })

  it('opens one file at a time, only when its turn comes', async () => {
    const openedNames: string[] = []
    let openCount = 0
    const entries = ['01', '02', '03'].map((name) =>
      entryOf(name, utf8Bytes('clip'), {
        open: async () => {
          openedNames.push(name)
          openCount += 1
          expect(openCount).toBe(1)
          return Readable.from([utf8Bytes('clip')], { objectMode: false }).once('end', () => {
            openCount -= 1
          })
        },
      }),
    )
    storedZips.sizeBytes(entries)
    expect(openedNames).toEqual([])
    await buffer(storedZips.open(entries))
    expect(openedNames).toEqual(['01', '02', '03'])
  })

  it('fails if a file is gone, has shrunk, or cannot be read', async () => {
    const goodEntry = entryOf('01', utf8Bytes('whole'))
    const failingStream = new Readable({ read: () => void failingStream.destroy(new Error('bad sector')) })
    const brokenEntries: [Partial<ZipEntry>, RegExp][] = [
      [{ open: async () => null }, /02 is gone/],
      [{ sizeBytes: 99 }, /unexpected number of bytes/],
      [{ open: async () => failingStream }, /bad sector/],
      [{ open: () => Promise.reject(new Error('too many files')) }, /too many files/],
    ]
    for (const [change, expectedError] of brokenEntries) {
      const zip = storedZips.open([
        goodEntry,
        entryOf('02', utf8Bytes('short'), change),
        entryOf('03', utf8Bytes('never')),
      ])
      await expect(buffer(zip)).rejects.toThrow(expectedError)
    }
  })

  it('fails if a file is deleted on disk before its turn', async () => {
    const files = createDiskFileStore({ filesPath: folder, scratchPath: join(folder, 'scratch') })
    for (const key of ['a.mp4', 'b.mp4']) await writeFile(join(folder, key), 'clip')
    const entries = ['a.mp4', 'b.mp4'].map((key) => entryOf(key, utf8Bytes('clip'), { open: () => files.read(key) }))
    expect(await readZip(await buffer(storedZips.open(entries)))).toHaveLength(2)
    await files.delete('b.mp4')
    await expect(buffer(storedZips.open(entries))).rejects.toThrow('b.mp4 is gone')
  })

  it('closes the open file and opens no other once its reader leaves', async () => {
    const endlessFile = createEndlessStream()
    const entries = [
      entryOf('01', utf8Bytes(''), { sizeBytes: 1e9, open: async () => endlessFile }),
      entryOf('02', utf8Bytes(''), { open: () => Promise.reject(new Error('opened in vain')) }),
    ]
    const zip = storedZips.open(entries)
    await once(zip, 'readable')
    zip.destroy()
    await once(endlessFile, 'close')
    expect(endlessFile.destroyed).toBe(true)
  })

  it('closes a file that was opened while the reader hung up', async () => {
    const lateFile = createEndlessStream()
    const openingEntry = Promise.withResolvers<Readable>()
    const zip = storedZips.open([entryOf('01', utf8Bytes(''), { sizeBytes: 1e9, open: () => openingEntry.promise })])
    zip.destroy()
    await once(zip, 'close')
    openingEntry.resolve(lateFile)
    await once(lateFile, 'close')
  })

  it('reads no faster than its own reader', async () => {
    const source = createEndlessStream()
    let pushed = 0
    source.on('data', (chunk: Buffer) => {
      pushed += chunk.length
    })
    source.pause()
    const zip = storedZips.open([entryOf('01', utf8Bytes(''), { sizeBytes: 1e9, open: async () => source })])
    await once(zip, 'readable')
    for (let turn = 0; turn < 100; turn++) await setImmediate()
    const pushedBefore = pushed
    for (let turn = 0; turn < 100; turn++) await setImmediate()
    expect(pushed).toBe(pushedBefore)
    expect(pushedBefore).toBeLessThan(1e6)
    zip.destroy()
  })
})
