import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import type { FileStore } from '../../ports/files.ts'
import { moveFiles } from './move-command.ts'

let folder: string
let from: FileStore
let to: FileStore
beforeEach(async () => {
  folder = temporaryDirectory()
  const openStore = (name: string) =>
    createDiskFileStore({ filesPath: join(folder, name, 'files'), scratchPath: join(folder, name, 'scratch') })
  from = openStore('from')
  to = openStore('to')
  for (const [key, text] of [
    ['one.mp4', 'the first'],
    ['video/two', 'the second'],
  ] as const) {
    const scratch = await from.scratchPath('a')
    await writeFile(scratch, text)
    await from.publish(scratch, key)
  }
})

const textAt = (name: string) => readFile(join(folder, 'to/files', name), 'utf8')

describe('moveFiles', () => {
  it('copies all files unchanged, and leaves the originals in place', async () => {
    expect(await moveFiles(from, to)).toEqual({ files: 2, bytes: 19 })
    expect([await textAt('one.mp4'), await textAt('video/two')]).toEqual(['the first', 'the second'])
    expect(await from.list()).toHaveLength(2)
  })

  it('replaces files damaged by an interrupted move, and copies no file twice', async () => {
    await moveFiles(from, to)
    await writeFile(join(folder, 'to/files/one.mp4'), 'the other')
    let publishCount = 0
    const countingStore: FileStore = {
      ...to,
      publish: (path, key) => {
        publishCount += 1
        return to.publish(path, key)
      },
    }
    await moveFiles(from, countingStore)
    expect([publishCount, await textAt('one.mp4')]).toEqual([1, 'the first'])
  })

  it('reports files that were damaged during the copy', async () => {
    const damagingStore: FileStore = {
      ...to,
      async publish(path, key) {
        await writeFile(path, 'garbled')
        await to.publish(path, key)
      },
    }
    await expect(moveFiles(from, damagingStore)).rejects.toMatchObject({ name: 'TransferError', code: 'differs' })
  })
})
