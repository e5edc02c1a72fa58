import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint, makeOnce } from './media-cache.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'media-cache-'))
})

afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

describe('makeOnce', () => {
  it('makes what is missing and leaves alone what is there', async () => {
    const target = join(directory, 'made')
    await makeOnce(target, (unfinished) => writeFile(join(unfinished, 'file'), 'first'))
    await makeOnce(target, (unfinished) => writeFile(join(unfinished, 'file'), 'second'))
    expect(await readFile(join(target, 'file'), 'utf8')).toBe('first')
  })

  it('lets two makers at once both come out with one whole directory', async () => {
    const target = join(directory, 'made')
    let arrived = 0
    let bothAreHere: () => void
    const meeting = new Promise<void>((resolve) => {
      bothAreHere = resolve
    })
    const make = async (unfinished: string) => {
      arrived += 1
      if (arrived === 2) bothAreHere()
      await meeting
      await writeFile(join(unfinished, 'one'), 'x')
      await writeFile(join(unfinished, 'two'), 'x')
    }
    await Promise.all([makeOnce(target, make), makeOnce(target, make)])
    expect(await readdir(directory)).toEqual(['made'])
    expect((await readdir(target)).sort()).toEqual(['one', 'two'])
  })

  it('leaves nothing behind when making fails', async () => {
    const target = join(directory, 'made')
    const failing = makeOnce(target, async () => {
      throw new Error('no encoder')
    })
    await expect(failing).rejects.toThrow('no encoder')
    expect(await readdir(directory)).toEqual([])
  })
})

describe('fingerprint', () => {
  it('changes with the recipe and with the source, not with its tests', async () => {
    const source = join(directory, 'source')
    await mkdir(join(source, 'deeper'), { recursive: true })
    await writeFile(join(source, 'deeper', 'a.ts'), 'one')
    const before = await fingerprint({ seconds: 1 }, [source])
    await writeFile(join(source, 'a.test.ts'), 'anything')
    expect(await fingerprint({ seconds: 1 }, [source])).toBe(before)
    expect(await fingerprint({ seconds: 2 }, [source])).not.toBe(before)
    await writeFile(join(source, 'deeper', 'a.ts'), 'two')
    expect(await fingerprint({ seconds: 1 }, [source])).not.toBe(before)
  })
})
