import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'

const SYNC_TREE = join(import.meta.dirname, 'sync-tree.ts')
const OPEN_FILE_LIMIT = 128

it('a folder with more files than a process may open is still flushed to disk', async () => {
  const folder = temporaryDirectory()
  await mkdir(join(folder, 'base/1'), { recursive: true })
  for (let file = 0; file < 2 * OPEN_FILE_LIMIT; file++) await writeFile(join(folder, 'base/1', String(file)), '')
  const program = `const { syncTree } = await import(${JSON.stringify(SYNC_TREE)}); await syncTree(${JSON.stringify(folder)}); console.log('done')`
  const limitedCommand = `ulimit -n ${OPEN_FILE_LIMIT} && exec "$0" --input-type=module --eval "$1"`
  const { stdout } = await promisify(execFile)('sh', ['-c', limitedCommand, process.execPath, program])
  expect(stdout).toBe('done\n')
})
