import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { builtFrom, isBuiltOfTheseFiles } from './media-program.ts'

const FILES = ['package-lock.json', 'packages/cutter/src/api/byte-source.ts']

const folder = temporaryDirectory()

async function writeBuilt(firstLine: string): Promise<string> {
  const path = join(folder, 'built.mjs')
  await writeFile(path, `${firstLine}\nprocess.exit()\n`)
  return path
}

describe('the media process in one file', () => {
  it('is started when it was made of the files that are there', async () => {
    expect(isBuiltOfTheseFiles(await writeBuilt(`//${JSON.stringify(builtFrom(FILES))}`))).toBe(true)
  })

  it.each([
    ['one of them has changed since', `//${JSON.stringify({ files: FILES, key: 'of yesterday' })}`],
    ['one of them is gone', `//${JSON.stringify({ files: ['packages/cutter/src/gone.ts'], key: '' })}`],
    ['it does not say what it was made of', 'import "node:fs"'],
  ])('is left alone when %s', async (_why, firstLine) => {
    expect(isBuiltOfTheseFiles(await writeBuilt(firstLine))).toBe(false)
  })

  it('is left alone when there is none', () => {
    expect(isBuiltOfTheseFiles(join(folder, 'none.mjs'))).toBe(false)
  })
})
