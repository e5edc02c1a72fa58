import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { buildInputs, isUpToDate } from './media-program.ts'

const FILES = ['package-lock.json', 'packages/cutter/src/api/byte-source.ts']

const folder = temporaryDirectory()

async function writeBuilt(firstLine: string): Promise<string> {
  const path = join(folder, 'built.mjs')
  await writeFile(path, `${firstLine}\nprocess.exit()\n`)
  return path
}

describe('the bundled program of the media process', () => {
  it('is used if it was built from the present files', async () => {
    expect(isUpToDate(await writeBuilt(`//${JSON.stringify(buildInputs(FILES))}`))).toBe(true)
  })

  it.each([
    ['one of them has changed since', `//${JSON.stringify({ files: FILES, key: 'of yesterday' })}`],
    ['one of them is gone', `//${JSON.stringify({ files: ['packages/cutter/src/gone.ts'], key: '' })}`],
    ['it does not say from which files it was built', 'import "node:fs"'],
  ])('is not used if %s', async (_why, firstLine) => {
    expect(isUpToDate(await writeBuilt(firstLine))).toBe(false)
  })

  it('is not used if it does not exist', () => {
    expect(isUpToDate(join(folder, 'none.mjs'))).toBe(false)
  })
})
