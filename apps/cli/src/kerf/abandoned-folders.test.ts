import { spawnSync } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { folderPrefix, sweepAbandoned } from './abandoned-folders.ts'

const folder = temporaryDirectory()

it('removes what dead processes left, and nothing else', async () => {
  const ownPrefix = await folderPrefix()
  const [, , where, pid, start] = /^(\.kerf-)(\w+)-(\d+)-(\d+)-$/.exec(ownPrefix)!
  const dead = spawnSync(process.execPath, ['--version']).pid
  const foldersToStay = [
    `${ownPrefix}living`,
    // The names are in an old form, of another machine, and with another ending.
    '.kerf-AbCdEf',
    `.kerf-00000000-${dead}-1-abcdef`,
    `.kerf-${where}-${dead}-${start}-abcdef.bak`,
    'video.mp4',
  ]
  const abandoned = [`.kerf-${where}-${dead}-${start}-abcdef`]
  // The process id belongs to a process with another start time, which only Linux shows.
  if (start !== '0') abandoned.push(`.kerf-${where}-${pid}-${Number(start) - 1}-abcdef`)
  for (const name of [...foldersToStay, ...abandoned]) await mkdir(join(folder, name))
  await writeFile(join(folder, abandoned[0]!, 'clip.mp4'), 'half of it')
  const [link, file] = [`.kerf-${where}-${dead}-${start}-linked`, `.kerf-${where}-${dead}-${start}-myfile`]
  await symlink(join(folder, 'video.mp4'), join(folder, link))
  await writeFile(join(folder, file), 'no folder')
  await sweepAbandoned(folder)
  expect((await readdir(folder)).sort()).toEqual([...foldersToStay, link, file].sort())
})

it('finds nothing where there is no folder', async () => {
  await expect(sweepAbandoned(join(folder, 'nowhere'))).resolves.toBeUndefined()
})
