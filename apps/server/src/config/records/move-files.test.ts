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
  const store = (name: string) =>
    createDiskFileStore({ filesPath: join(folder, name, 'files'), scratchPath: join(folder, name, 'scratch') })
  from = store('from')
  to = store('to')
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

describe('files that are moved', () => {
  it('arrive all, byte for byte, and leave the others where they are', async () => {
    expect(await moveFiles(from, to)).toEqual({ files: 2, bytes: 19 })
    expect([await textAt('one.mp4'), await textAt('video/two')]).toEqual(['the first', 'the second'])
    expect(await from.list()).toHaveLength(2)
  })

  it('are put right where an earlier move was broken off, and are not copied twice', async () => {
    await moveFiles(from, to)
    await writeFile(join(folder, 'to/files/one.mp4'), 'the other')
    let published = 0
    const counted: FileStore = {
      ...to,
      publish: (path, key) => {
        published += 1
        return to.publish(path, key)
      },
    }
    await moveFiles(from, counted)
    expect([published, await textAt('one.mp4')]).toEqual([1, 'the first'])
  })

  it('that arrive changed are reported', async () => {
    const lossy: FileStore = {
      ...to,
      async publish(path, key) {
        await writeFile(path, 'garbled')
        await to.publish(path, key)
      },
    }
    await expect(moveFiles(from, lossy)).rejects.toMatchObject({ name: 'TransferError', code: 'differs' })
  })
})
