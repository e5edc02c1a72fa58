import { spawnSync } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { folderPrefix, sweepAbandoned } from './abandoned-folders.ts'

const folder = temporaryDirectory()

it('removes only folders of dead processes', async () => {
  const ownPrefix = await folderPrefix()
  const [, , machine, pid, start] = /^(\.kerf-)(\w+)-(\d+)-(\d+)-$/.exec(ownPrefix)!
  const deadPid = spawnSync(process.execPath, ['--version']).pid
  const foldersToStay = [
    `${ownPrefix}living`,
    // One name has an old form, one is from another machine, and one has an extension.
    '.kerf-AbCdEf',
    `.kerf-00000000-${deadPid}-1-abcdef`,
    `.kerf-${machine}-${deadPid}-${start}-abcdef.bak`,
    'video.mp4',
  ]
  const abandonedFolders = [`.kerf-${machine}-${deadPid}-${start}-abcdef`]
  // The process with this id has another start time. Only Linux shows start times.
  if (start !== '0') abandonedFolders.push(`.kerf-${machine}-${pid}-${Number(start) - 1}-abcdef`)
  for (const name of [...foldersToStay, ...abandonedFolders]) await mkdir(join(folder, name))
  await writeFile(join(folder, abandonedFolders[0]!, 'clip.mp4'), 'half of it')
  const [linkName, fileName] = [
    `.kerf-${machine}-${deadPid}-${start}-linked`,
    `.kerf-${machine}-${deadPid}-${start}-myfile`,
  ]
  await symlink(join(folder, 'video.mp4'), join(folder, linkName))
  await writeFile(join(folder, fileName), 'no folder')
  await sweepAbandoned(folder)
  expect((await readdir(folder)).sort()).toEqual([...foldersToStay, linkName, fileName].sort())
})

it('does nothing if the folder does not exist', async () => {
  await expect(sweepAbandoned(join(folder, 'nowhere'))).resolves.toBeUndefined()
})
