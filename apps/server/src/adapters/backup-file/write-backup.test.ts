import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RecordChunk } from '../database/transfer/read-records.ts'
import { FORMAT_VERSION } from './backup-format.ts'
import { openBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const HEADER = {
  ...({
    kerf: 'backup',
    format: FORMAT_VERSION,
    version: '0.1.0',
    migrations: 1,
    queueVersion: 1,
    secrets: {},
  } as const),
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

async function readTableName(path: string): Promise<string | undefined> {
  for await (const chunk of (await openBackup(path)).chunks()) if (chunk.kind === 'table') return chunk.name
  return undefined
}

describe('a backup', () => {
  it('appears under its name only when complete, even if two are written at once', async () => {
    const path = join(folder, 'nightly')
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [first, second] = gates.map(({ promise }, index) =>
      writeBackup(path, HEADER, tableNamed(`of-${index}`, promise), { mayReplace: true }),
    )
    gates[0]?.resolve()
    await first
    expect(await readTableName(path)).toBe('of-0')
    gates[1]?.resolve()
    await second
    expect(await readTableName(path)).toBe('of-1')
    expect(await readdir(folder)).toEqual(['nightly'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('never replaces another file, and replaces a backup only if allowed', async () => {
    const refusal = { name: 'TransferError', code: 'not_written', message: expect.stringContaining('is there already') }
    const path = join(folder, 'nightly')
    const mayEnd = Promise.withResolvers<void>()
    const lateBackup = writeBackup(path, HEADER, tableNamed('late', mayEnd.promise))
    await writeBackup(path, HEADER, tableNamed('first'))
    mayEnd.resolve()
    await expect(lateBackup).rejects.toMatchObject(refusal)
    await expect(writeBackup(path, HEADER, tableNamed('second'))).rejects.toMatchObject(refusal)
    expect(await readTableName(path)).toBe('first')
    await writeFile(join(folder, 'essay'), 'precious')
    await symlink(path, join(folder, 'link'))
    for (const name of ['essay', 'link'])
      for (const mayReplace of [false, true])
        await expect(writeBackup(join(folder, name), HEADER, tableNamed('any'), { mayReplace })).rejects.toMatchObject(
          refusal,
        )
    expect(await readFile(join(folder, 'essay'), 'utf8')).toBe('precious')
    expect((await readdir(folder)).sort()).toEqual(['essay', 'link', 'nightly'])
  })

  it('leaves nothing behind if it cannot be written, and says why', async () => {
    await mkdir(join(folder, 'a-folder'))
    await writeFile(join(folder, 'a-file'), '')
    for (const [name, refusalReason] of [
      ['missing/nightly', 'its folder is not there. Make it first. (ENOENT)'],
      ['a-file/nightly', 'what should be its folder is a file. (ENOTDIR)'],
      ['a-folder', 'there is a folder of that name. Name a file in it. (EISDIR)'],
    ] as const) {
      const path = join(folder, name)
      await expect(writeBackup(path, HEADER, tableNamed('any'))).rejects.toMatchObject({
        name: 'TransferError',
        code: 'not_written',
        message: `${path} cannot be written: ${refusalReason}`,
      })
    }
    expect((await readdir(folder)).sort()).toEqual(['a-file', 'a-folder'])
    await expect(openBackup(join(folder, 'a-folder'))).rejects.toMatchObject({ code: 'not_read' })
  })

  it('fails with the error of its rows, and leaves nothing behind', async () => {
    const connectionError = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })
    const brokenConnection = Promise.reject(connectionError)
    brokenConnection.catch(() => undefined)
    await expect(writeBackup(join(folder, 'nightly'), HEADER, tableNamed('any', brokenConnection))).rejects.toBe(
      connectionError,
    )
    expect(await readdir(folder)).toEqual([])
  })
})
