import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { createDiskFileStore } from './disk-file-store.ts'
import { openFileStore } from './open-file-store.ts'
import { StorageFullError, tellingWhenFull } from './scratch-folder.ts'

it.each(['ENOSPC', 'EDQUOT'])('a full disk is always reported as the same error (%s)', async (code) => {
  const full = Object.assign(new Error('no space left on device'), { code })
  const work = tellingWhenFull(() => Promise.reject(full))
  await expect(work).rejects.toThrow(StorageFullError)
  await expect(work).rejects.toMatchObject({ code: 'ENOSPC', cause: full })
})

it('files may be stored on a different disk than work in progress', async (context) => {
  const [here, there] = [temporaryDirectory(), temporaryDirectory('/var/tmp')]
  const [one, other] = await Promise.all([stat(here), stat(there)])
  context.skip(one.dev === other.dev, 'There is only one file system.')
  const files = createDiskFileStore({ filesPath: there, scratchPath: here })
  await mkdir(join(here, 'job'))
  const scratch = await files.scratchPath('job/clip.mp4')
  await writeFile(scratch, 'a whole clip')
  await files.publish(scratch, 'ab/clip.mp4')
  expect(await readFile(join(there, 'ab/clip.mp4'), 'utf8')).toBe('a whole clip')
  expect(await readdir(there)).toEqual(['ab'])
  expect(await files.scratchBytes()).toBe(0)
})

it('clips are for their owner alone, also in a folder that the operator named', async () => {
  const folder = temporaryDirectory()
  const named = join(folder, 'named')
  await mkdir(named)
  await chmod(named, 0o755)
  const directory = { filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }
  for (const path of [named, null]) {
    const storage = { kind: 'disk', path } as const
    const files = await openFileStore({ storage, fileDelivery: 'through', extraCaFile: null }, directory, 'a secret')
    const scratch = await files.scratchPath('job/clip.mp4')
    await writeFile(scratch, 'a whole clip')
    await chmod(scratch, 0o644)
    await files.publish(scratch, 'ab/clip.mp4')
    const modes = ['ab/clip.mp4', 'ab', ''].map(
      async (name) => (await stat(join(path ?? directory.filesPath, name))).mode,
    )
    expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o600, 0o700, 0o700])
  }
})

it('no folder is taken for clips in which a sweep would find the database', async () => {
  const root = temporaryDirectory()
  const data = join(root, 'data')
  await mkdir(join(data, 'secrets'), { recursive: true })
  await writeFile(join(data, 'secrets/session'), 'secret')
  await symlink(data, join(root, 'alias'))
  const directory = { filesPath: join(data, 'files'), scratchPath: join(data, 'scratch') }
  const open = (path: string) =>
    openFileStore(
      { storage: { kind: 'disk', path }, fileDelivery: 'through', extraCaFile: null },
      directory,
      'a secret',
    )
  for (const path of [data, root, join(root, 'alias'), join(data, 'database/clips'), join(data, 'secrets')])
    await expect(open(path)).rejects.toMatchObject({ name: 'FileStoreError', trouble: 'foreign' })
  // Beside it, and in it under a name of its own.
  for (const path of [join(root, 'data-files'), join(data, 'files'), join(data, 'clips')])
    await (await open(path)).check()
})

it('a folder that cannot be used fails the check', async () => {
  const folder = temporaryDirectory()
  await writeFile(join(folder, 'files'), 'no folder')
  const files = createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') })
  await expect(files.check()).rejects.toThrow('EEXIST')
  // Whoever named it in STORAGE_URL reads so at the start.
  const storage = { kind: 'disk', path: join(folder, 'files') } as const
  const directory = { filesPath: '', scratchPath: join(folder, 'scratch') }
  await expect(
    openFileStore({ storage, fileDelivery: 'through', extraCaFile: null }, directory, 'a secret'),
  ).rejects.toMatchObject({ name: 'FileStoreError', message: expect.stringContaining(`${storage.path}, which cannot`) })
  await expect(createDiskFileStore({ filesPath: '/proc/files', scratchPath: folder }).check()).rejects.toThrow()
})
