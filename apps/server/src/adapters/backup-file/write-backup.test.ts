import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RecordChunk } from '../database/transfer/read-records.ts'
import { FORMAT } from './backup-format.ts'
import { openBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const HEADER = {
  ...({ kerf: 'backup', format: FORMAT, version: '0.1.0', migrations: 1, queueVersion: 1, secrets: {} } as const),
  madeAt: '2026-11-22T04:00:00.000Z',
}

let folder: string
beforeEach(() => {
  folder = temporaryDirectory()
})

/** An empty table that ends after `mayEnd` has resolved. */
async function* tableNamed(name: string, mayEnd: Promise<void> = Promise.resolve()): AsyncGenerator<RecordChunk> {
  yield { kind: 'table', name, columns: ['text'] }
  await mayEnd
  yield { kind: 'end', name, rows: 0, checksum: '' }
}

async function tableIn(path: string): Promise<string | undefined> {
  for await (const chunk of (await openBackup(path)).chunks()) if (chunk.kind === 'table') return chunk.name
  return undefined
}

describe('a backup', () => {
  it('is whole under its name whenever it is looked at, also while somebody writes another one to the same place', async () => {
    const path = join(folder, 'nightly')
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [first, second] = gates.map(({ promise }, index) =>
      writeBackup(path, HEADER, tableNamed(`of-${index}`, promise), { mayReplace: true }),
    )
    gates[0]?.resolve()
    await first
    expect(await tableIn(path)).toBe('of-0')
    gates[1]?.resolve()
    await second
    expect(await tableIn(path)).toBe('of-1')
    expect(await readdir(folder)).toEqual(['nightly'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('takes no name that is in use, also if it was taken during the writing, and only that of a backup when told to replace', async () => {
    const refused = { name: 'TransferError', code: 'not_written', message: expect.stringContaining('is there already') }
    const path = join(folder, 'nightly')
    const mayEnd = Promise.withResolvers<void>()
    const late = writeBackup(path, HEADER, tableNamed('late', mayEnd.promise))
    await writeBackup(path, HEADER, tableNamed('first'))
    mayEnd.resolve()
    await expect(late).rejects.toMatchObject(refused)
    await expect(writeBackup(path, HEADER, tableNamed('second'))).rejects.toMatchObject(refused)
    expect(await tableIn(path)).toBe('first')
    await writeFile(join(folder, 'essay'), 'precious')
    await symlink(path, join(folder, 'link'))
    for (const name of ['essay', 'link'])
      for (const mayReplace of [false, true])
        await expect(writeBackup(join(folder, name), HEADER, tableNamed('any'), { mayReplace })).rejects.toMatchObject(
          refused,
        )
    expect(await readFile(join(folder, 'essay'), 'utf8')).toBe('precious')
    expect((await readdir(folder)).sort()).toEqual(['essay', 'link', 'nightly'])
  })

  it('that cannot be written says why in a sentence, and leaves nothing behind', async () => {
    await mkdir(join(folder, 'a-folder'))
    await writeFile(join(folder, 'a-file'), '')
    for (const [name, why] of [
      ['missing/nightly', 'its folder is not there. Make it first. (ENOENT)'],
      ['a-file/nightly', 'what should be its folder is a file. (ENOTDIR)'],
      ['a-folder', 'there is a folder of that name. Name a file in it. (EISDIR)'],
    ] as const) {
      const path = join(folder, name)
      await expect(writeBackup(path, HEADER, tableNamed('any'))).rejects.toMatchObject({
        name: 'TransferError',
        code: 'not_written',
        message: `${path} cannot be written: ${why}`,
      })
    }
    expect((await readdir(folder)).sort()).toEqual(['a-file', 'a-folder'])
    await expect(openBackup(join(folder, 'a-folder'))).rejects.toMatchObject({ code: 'not_read' })
  })

  it('breaks off with what its rows broke off with, and leaves nothing behind', async () => {
    const away = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })
    const breaking = Promise.reject(away)
    breaking.catch(() => undefined)
    await expect(writeBackup(join(folder, 'nightly'), HEADER, tableNamed('any', breaking))).rejects.toBe(away)
    expect(await readdir(folder)).toEqual([])
  })
})
