import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { newId } from '../../use-cases/shared/new-id.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import { openFileStore } from './open-file-store.ts'
import { StorageFullError, withFullDiskError } from './scratch-folder.ts'

/** Opens a folder as STORAGE_URL names it. It is not inside the data directory. */
async function openNamed(path: string) {
  const data = temporaryDirectory()
  const directory = { filesPath: join(data, 'files'), scratchPath: join(data, 'scratch') }
  const storage = { kind: 'disk', path } as const
  return await openFileStore({ storage, fileDelivery: 'through', extraCaFile: null }, directory, 'a secret')
}

it.each(['ENOSPC', 'EDQUOT'])('a full disk is always reported as the same error (%s)', async (code) => {
  const diskFullError = Object.assign(new Error('no space left on device'), { code })
  const work = withFullDiskError(() => Promise.reject(diskFullError))
  await expect(work).rejects.toThrow(StorageFullError)
  await expect(work).rejects.toMatchObject({ code: 'ENOSPC', cause: diskFullError })
})

it('files may be stored on a different disk than work in progress', async (context) => {
  const [scratchFolder, filesFolder] = [temporaryDirectory(), temporaryDirectory('/var/tmp')]
  const [scratchStats, filesStats] = await Promise.all([stat(scratchFolder), stat(filesFolder)])
  context.skip(scratchStats.dev === filesStats.dev, 'There is only one file system.')
  const files = createDiskFileStore({ filesPath: filesFolder, scratchPath: scratchFolder })
  await mkdir(join(scratchFolder, 'job'))
  const scratchPath = await files.scratchPath('job/clip.mp4')
  await writeFile(scratchPath, 'a whole clip')
  await files.publish(scratchPath, 'ab/clip.mp4')
  expect(await readFile(join(filesFolder, 'ab/clip.mp4'), 'utf8')).toBe('a whole clip')
  expect(await readdir(filesFolder)).toEqual(['ab'])
  expect(await files.scratchBytes()).toBe(0)
})

it('clips are private to their owner, also in a folder that the operator named', async () => {
  const folder = temporaryDirectory()
  const namedFolder = join(folder, 'named')
  await mkdir(namedFolder)
  await chmod(namedFolder, 0o755)
  const directory = { filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }
  for (const path of [namedFolder, null]) {
    const storage = { kind: 'disk', path } as const
    const files = await openFileStore({ storage, fileDelivery: 'through', extraCaFile: null }, directory, 'a secret')
    const scratchPath = await files.scratchPath('job/clip.mp4')
    await writeFile(scratchPath, 'a whole clip')
    await chmod(scratchPath, 0o644)
    await files.publish(scratchPath, 'ab/clip.mp4')
    const modes = ['ab/clip.mp4', 'ab', ''].map(
      async (name) => (await stat(join(path ?? directory.filesPath, name))).mode,
    )
    expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o600, 0o700, 0o700])
  }
})

it('a folder for clips is refused if a sweep there would find the database', async () => {
  const root = temporaryDirectory()
  const data = join(root, 'data')
  await mkdir(join(data, 'secrets'), { recursive: true })
  await writeFile(join(data, 'secrets/session'), 'secret')
  await symlink(data, join(root, 'alias'))
  const directory = { filesPath: join(data, 'files'), scratchPath: join(data, 'scratch') }
  const openStore = (path: string) =>
    openFileStore(
      { storage: { kind: 'disk', path }, fileDelivery: 'through', extraCaFile: null },
      directory,
      'a secret',
    )
  for (const path of [data, root, join(root, 'alias'), join(data, 'database/clips'), join(data, 'secrets')])
    await expect(openStore(path)).rejects.toMatchObject({ name: 'FileStoreError', trouble: 'foreign' })
  // Folders next to the data directory, its `files`, and folders in it with other names are allowed.
  for (const path of [join(root, 'data-files'), join(data, 'files'), join(data, 'clips')])
    await (await openStore(path)).check()
})

const clipName = (format: string) => `${newId()}.${format}`

it("a folder with somebody's own files is not used for clips, and is not changed", async () => {
  const ownNames = [
    'holiday.mp4',
    'dQw4w9WgXcQ.mp4',
    'my-holiday-in-italy-20.mp4',
    'a/b.txt',
    'previews/me.jpg',
    '.bashrc',
  ]
  for (const name of [...ownNames, `a/${clipName('mp4')}`, clipName('mkv')]) {
    const folder = temporaryDirectory()
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, clipName('mp4')), 'a clip')
    await writeFile(join(folder, name), 'mine')
    await chmod(folder, 0o755)
    await expect(openNamed(folder)).rejects.toMatchObject({
      name: 'FileStoreError',
      trouble: 'foreign',
      message: expect.stringContaining(name),
    })
    expect(await readdir(folder)).not.toContain('.kerf')
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
  }
  const folderWithLink = temporaryDirectory()
  await symlink('/nowhere', join(folderWithLink, clipName('mp4')))
  await expect(openNamed(folderWithLink)).rejects.toMatchObject({ trouble: 'foreign' })
})

it('an empty folder is marked for clips, and no sweep deletes the marker', async () => {
  const folder = join(temporaryDirectory(), 'not/there')
  const files = await openNamed(folder)
  expect(await readdir(folder)).toEqual(['.kerf'])
  expect(await files.list()).toEqual([])
  await writeFile(join(folder, 'left.txt'), 'by somebody')
  expect((await files.sweepForeign(new Date(8.64e15))).files).toBe(0)
  await writeFile(join(folder, '.left'), 'by a program that copies')
  expect((await files.sweepForeign(new Date(8.64e15))).files).toBe(1)
  expect((await readdir(folder)).toSorted()).toEqual(['.kerf', 'left.txt'])
  await (await openNamed(folder)).check()
})

it('a separate disk may contain the folder lost+found, which is not opened', async () => {
  const disk = temporaryDirectory()
  const lostAndFound = join(disk, 'lost+found')
  await mkdir(lostAndFound)
  await writeFile(join(lostAndFound, '#42'), 'found by fsck')
  await chmod(lostAndFound, 0)
  const files = await openNamed(disk)
  const results = await Promise.allSettled([files.list(), files.sweepForeign(new Date(8.64e15))])
  await chmod(lostAndFound, 0o700)
  expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([[], { files: 0, bytes: 0 }])
  expect(await readdir(lostAndFound)).toEqual(['#42'])
})

it('a folder from an older Kerf, without a marker, stays in use', async () => {
  const folder = temporaryDirectory()
  await mkdir(join(folder, 'previews'))
  const namesBefore = [clipName('mp4'), clipName('original'), `${newId()}-${clipName('opus')}`, `.${randomUUID()}`]
  for (const name of [...namesBefore, `previews/${'0a'.repeat(32)}`]) await writeFile(join(folder, name), 'a clip')
  await openNamed(folder)
  expect((await readdir(folder)).toSorted()).toEqual([...namesBefore, '.kerf', 'previews'].toSorted())
})

it('a folder on NFS may contain deleted files that NFS keeps while they are read', async () => {
  const folder = temporaryDirectory()
  await mkdir(join(folder, 'previews'))
  const nfsNames = ['.nfs0000000000a1b2c300000001', 'previews/.nfs0000000000a1b2c400000002']
  for (const name of [clipName('mp4'), ...nfsNames]) await writeFile(join(folder, name), 'a clip')
  const files = await openNamed(folder)
  // NFS leaves these files behind if their reader was killed, so the sweep deletes them.
  expect(await files.sweepForeign(new Date(8.64e15))).toMatchObject({ files: 2 })
})

it('a folder that cannot be used fails the check', async () => {
  const folder = temporaryDirectory()
  await writeFile(join(folder, 'files'), 'no folder')
  const files = createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') })
  await expect(files.check()).rejects.toThrow('EEXIST')
  // With STORAGE_URL, the start fails with a message that names the folder.
  await expect(openNamed(join(folder, 'files'))).rejects.toMatchObject({
    name: 'FileStoreError',
    message: expect.stringContaining(`${join(folder, 'files')}, which cannot`),
  })
  await expect(createDiskFileStore({ filesPath: '/proc/files', scratchPath: folder }).check()).rejects.toThrow()
})
