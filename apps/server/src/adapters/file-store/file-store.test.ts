import { randomBytes } from 'node:crypto'
import { access, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from '../../ports/files.ts'
import { FILE_STORE_KINDS } from './testing/file-store-kinds.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const SWEEP_OLDER_THAN = new Date('2026-01-01T00:00:00Z')

describe.each(FILE_STORE_KINDS)('files $name', ({ open, versions: count, versionBytes }) => {
  let folder: string
  let files: FileStore
  beforeEach(async () => {
    ;({ folder, files } = await open())
  })

  async function publish(key: string, bytes: Buffer | string): Promise<void> {
    const scratch = await files.scratchPath('work.mp4')
    await writeFile(scratch, bytes)
    await files.publish(scratch, key)
  }

  async function contentOf(...readArguments: Parameters<FileStore['read']>): Promise<Buffer> {
    return await buffer((await files.read(...readArguments)) ?? Readable.from([]))
  }

  it('are published under their key and read back, whole or in part', async () => {
    await publish('ab/clip.mp4', '0123456789')
    expect(await files.stat('ab/clip.mp4')).toMatchObject({ key: 'ab/clip.mp4', sizeBytes: 10 })
    expect((await contentOf('ab/clip.mp4')).toString()).toBe('0123456789')
    expect((await contentOf('ab/clip.mp4', { start: 2, end: 4 })).toString()).toBe('234')
    expect((await contentOf('ab/clip.mp4', { start: 0, end: 0 })).toString()).toBe('0')
  })

  it('are never read half-written: a reader gets the old file or the new one', async () => {
    const versions = Array.from({ length: count }, () => randomBytes(versionBytes))
    await publish('clip.mp4', versions[0]!)
    let isPublishing = true
    const readers = Array.from({ length: 3 }, async () => {
      while (isPublishing) {
        const content = await contentOf('clip.mp4')
        expect(versions.some((version) => version.equals(content))).toBe(true)
      }
    })
    for (const version of versions) await publish('clip.mp4', version)
    isPublishing = false
    await Promise.all(readers)
  })

  it('that do not exist have no facts and no content, and can be deleted without an error', async () => {
    expect(await files.stat('nothing.mp4')).toBeNull()
    expect(await files.read('nothing.mp4')).toBeNull()
    await expect(files.delete('nothing.mp4')).resolves.toBeNull()
    expect(await files.list()).toEqual([])
  })

  it('are listed and deleted, and an active reader still gets to the end', async () => {
    await publish('ab/one.mp4', 'one')
    await publish('two.mp3', 'two!')
    const sizes = (await files.list()).map(({ key, sizeBytes }) => `${key} ${sizeBytes}`)
    expect(sizes.sort()).toEqual(['ab/one.mp4 3', 'two.mp3 4'])
    const readStream = await files.read('ab/one.mp4')
    await files.delete('ab/one.mp4')
    expect((await buffer(readStream ?? Readable.from([]))).toString()).toBe('one')
    expect((await files.list()).map(({ key }) => key)).toEqual(['two.mp3'])
  })

  it.each(['../lock', 'a/../../lock', '/etc/passwd', 'a//b', '.hidden', 'a/.b', '', 'a\\b', 'a\0b', 'x'.repeat(201)])(
    'reject the key %j',
    async (key) => {
      await expect(files.read(key)).rejects.toThrow('Not a file key')
      await expect(files.stat(key)).rejects.toThrow('Not a file key')
      await expect(files.delete(key)).rejects.toThrow('Not a file key')
      await expect(files.scratchPath(key)).rejects.toThrow('Not a file key')
      await expect(files.publish(join(folder, 'x'), key)).rejects.toThrow('Not a file key')
    },
  )

  it('in progress are swept with their folders once untouched for long', async () => {
    const leftoverPath = await files.scratchPath('left.mp4')
    const busyPath = await files.scratchPath('job/busy.mp4')
    const freshPath = await files.scratchPath('fresh.mp4')
    await mkdir(join(folder, 'scratch', 'gone'))
    for (const path of [leftoverPath, busyPath, freshPath]) await writeFile(path, 'half')
    for (const path of [leftoverPath, join(folder, 'scratch', 'gone'), join(folder, 'scratch', 'job')]) {
      await utimes(path, LONG_AGO, LONG_AGO)
    }
    expect(await files.scratchBytes()).toBe(12)
    expect(await files.sweepScratch(SWEEP_OLDER_THAN)).toEqual({ files: 1, bytes: 4 })
    expect(await files.scratchBytes()).toBe(8)
    await publish('busy.mp4', 'still here')
    await expect(files.publish(leftoverPath, 'left.mp4')).rejects.toThrow('ENOENT')
    await files.publish(busyPath, 'job.mp4')
  })

  it('report the free space', async () => {
    expect(await files.freeBytes()).toBeGreaterThan(0)
    const { freeBytes, totalBytes } = await files.diskSpace()
    expect(totalBytes).toBeGreaterThan(freeBytes)
  })

  it('are no longer work in progress once published', async () => {
    const scratch = await files.scratchPath('video-a')
    await writeFile(scratch, 'video')
    await files.publish(scratch, 'previews/a')
    await expect(access(scratch)).rejects.toThrow('ENOENT')
    expect(await files.scratchBytes()).toBe(0)
    expect(await files.list()).toMatchObject([{ key: 'previews/a', sizeBytes: 5, modifiedAt: expect.any(Date) }])
    expect(await files.delete('previews/a')).toBe(5)
  })

  it('can be stored, as the check confirms', async () => {
    await expect(files.check()).resolves.toBeUndefined()
  })

  it('are never swept as foreign files, at any age', async () => {
    await publish('clip.mp4', 'clip')
    expect(await files.sweepForeign(new Date(8.64e15))).toEqual({ files: 0, bytes: 0 })
    expect(await files.stat('clip.mp4')).not.toBeNull()
  })

  it('are served through this server, unless configured otherwise', async () => {
    await publish('clip.mp4', 'clip')
    const fileHeaders = { mediaType: 'video/mp4', contentDisposition: 'attachment' }
    expect(await files.addressOf('clip.mp4', fileHeaders, 60)).toBeNull()
    expect(files.addressesOrigin).toBeNull()
  })
})
