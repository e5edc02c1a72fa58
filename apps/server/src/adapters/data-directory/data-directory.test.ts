import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import { DataDirectoryError, openDataDirectory } from './data-directory.ts'
import { type Fixture, startFixture } from './testing/start-fixture.ts'

const HOLDER_PROGRAM = join(import.meta.dirname, 'hold-directory.fixture.ts')

describe('the data directory', () => {
  let parentFolder: string
  let path: string
  beforeEach(() => {
    parentFolder = temporaryDirectory()
    path = join(parentFolder, 'not', 'there', 'yet')
  })

  const startHolder = (...parameters: string[]) => startFixture(HOLDER_PROGRAM, [path, ...parameters])

  it('is private to its owner, and has a folder for everything', async () => {
    const directory = await openDataDirectory(path)
    const folders = [directory.databasePath, directory.filesPath, directory.scratchPath, directory.toolsPath]
    for (const folder of [directory.path, ...folders, directory.outboxPath]) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
    }
    await directory.close()
  })

  it('says what is wrong and what to do if it cannot be used', async () => {
    await writeFile(join(parentFolder, 'a-file'), '')
    const openingDirectory = openDataDirectory(join(parentFolder, 'a-file', 'data'))
    await expect(openingDirectory).rejects.toThrow(DataDirectoryError)
    await expect(openingDirectory).rejects.toThrow(/cannot be used: ENOTDIR.*set DATA_DIR to a folder/)
  })

  it.runIf(existsSync('/proc/self'))('fails at once if the system creates no folders', async () => {
    const openingDirectory = openDataDirectory('/proc/not/there')
    await expect(openingDirectory).rejects.toThrow(
      /^The data directory .* cannot be used: ENOENT.*set DATA_DIR to a folder/,
    )
  })

  it.each(['files', 'scratch'])("is refused if a sweep would delete somebody's own %s", async (folder) => {
    await mkdir(join(path, folder, 'mine'), { recursive: true })
    await writeFile(join(path, folder, 'mine', 'essay.txt'), '')
    const openingDirectory = openDataDirectory(path)
    await expect(openingDirectory).rejects.toThrow(DataDirectoryError)
    await expect(openingDirectory).rejects.toThrow(`${folder}/mine/essay.txt lies there already`)
    expect(await readdir(path)).toEqual([folder])
  })

  it('opens with files that Kerf has left or moved there', async () => {
    await mkdir(join(path, 'files', 'previews'), { recursive: true })
    const liveName = `previews/live-${'a'.repeat(64)}`
    for (const name of ['.kerf', 'AAAAAAAAAAAAAAAAAAAAAA.mp4', liveName]) await writeFile(join(path, 'files', name), '')
    await (await openDataDirectory(path)).close()
    await writeFile(join(path, 'scratch', 'half'), '')
    await (await openDataDirectory(path)).close()
  })

  it('opens with moved files, even if the move was killed halfway', async () => {
    for (const folder of ['files', 'scratch']) {
      await mkdir(join(path, folder), { recursive: true })
      await writeFile(join(path, folder, 'AAAAAAAAAAAAAAAAAAAAAA.mp4'), '')
    }
    await (await openDataDirectory(path)).close()
  })

  it('opens without its lock, as after a restored backup', async () => {
    for (const folder of ['secrets', 'scratch']) await mkdir(join(path, folder), { recursive: true })
    await writeFile(join(path, 'scratch', 'half'), '')
    await (await openDataDirectory(path)).close()
  })

  it('is refused to a second process, with an error that names the owner and the path', async () => {
    expect(await startHolder('http://localhost:3000').answer()).toBe('held')
    const refusal = await startHolder().answer()
    expect(refusal).toContain('refused DataDirectoryError Kerf is already running on the data directory')
    expect(refusal).toMatch(/\(process \d+, since 20\d\d-.*Z, http:\/\/localhost:3000\)/)
  })

  it('cannot be opened twice in one process, and is free once closed', async () => {
    const firstDirectory = await openDataDirectory(path)
    await expect(openDataDirectory(path)).rejects.toThrow(`process ${process.pid}`)
    await firstDirectory.close()
    await (await openDataDirectory(path)).close()
  })

  it('stays locked until it is closed, even if its reference was dropped', async () => {
    await (async () => void (await openDataDirectory(path)))()
    collectGarbage()
    await expect(openDataDirectory(path)).rejects.toThrow(`process ${process.pid}`)
  })

  it('goes to exactly one of several processes that start together', async () => {
    const rivals = [startHolder(), startHolder(), startHolder()]
    const answers = await Promise.all(rivals.map((rival) => rival.answer()))
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
    expect(answers.filter((answer) => answer.startsWith('refused DataDirectoryError Kerf is already'))).toHaveLength(2)
  })

  it('is free at once after kill -9, whatever files are left', async () => {
    const holder = startHolder()
    expect(await holder.answer()).toBe('held')
    await holder.kill()
    expect(await readFile(join(path, 'holder.json'), 'utf8')).toContain('processId')
    await (await openDataDirectory(path)).close()
  })

  it('keeps a secret permanently, readable only by its owner', async () => {
    const first = await openDataDirectory(path)
    const secret = await first.secret('session')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await first.secret('another')).not.toBe(secret)
    await first.close()
    const second = await openDataDirectory(path)
    expect(await second.secret('session')).toBe(secret)
    expect((await stat(join(path, 'secrets', 'session'))).mode & 0o777).toBe(0o600)
    await second.close()
  })

  it('gives the same secret to all concurrent first callers', async () => {
    const directory = await openDataDirectory(path)
    const secrets = await Promise.all(Array.from({ length: 20 }, () => directory.secret('session')))
    expect(new Set(secrets).size).toBe(1)
    await directory.close()
  })

  it('refuses an empty or short secret, and replaces it only if the operator says so', async () => {
    const directory = await openDataDirectory(path)
    const file = join(path, 'secrets', 'session')
    for (const shortSecret of ['', '\n', 'x'.repeat(31)]) {
      await writeFile(file, shortSecret)
      await expect(directory.secret('session')).rejects.toMatchObject({
        name: 'SecretMissingError',
        code: 'secret_too_short',
        message: expect.stringContaining('npm run admin -- accept-secret'),
      })
      expect(await readFile(file, 'utf8')).toBe(shortSecret)
    }
    const renewedSecret = await directory.renewSecret('session')
    expect(renewedSecret).toMatch(/^[0-9a-f]{64}$/)
    expect([await directory.secret('session'), await directory.renewSecret('session')]).toEqual([
      renewedSecret,
      renewedSecret,
    ])
    const formerNames = (await readdir(join(path, 'secrets'))).filter((name) => name.startsWith('.session.before-'))
    expect(await readFile(join(path, 'secrets', formerNames[0] ?? ''), 'utf8')).toBe('x'.repeat(31))
    await directory.close()
  })

  it('creates no secret where one was lost', async () => {
    const directory = await openDataDirectory(path)
    await expect(directory.secret('session', { mayMake: false })).rejects.toMatchObject({ code: 'secret_missing' })
    expect(await readdir(join(path, 'secrets'))).toEqual([])
    await directory.close()
  })

  it('is made private again if its folders were open to others', async () => {
    await (await openDataDirectory(path)).close()
    for (const folder of ['database', 'files', 'secrets', 'backups']) await chmod(join(path, folder), 0o755)
    await (await openDataDirectory(path)).close()
    for (const folder of ['database', 'files', 'secrets', 'backups'])
      expect((await stat(join(path, folder))).mode & 0o777).toBe(0o700)
  })

  it('accepts no path as the name of a secret', async () => {
    const directory = await openDataDirectory(path)
    await expect(directory.secret('../lock')).rejects.toThrow('Not a name for a secret')
    await directory.close()
  })
})

describe('a data directory that several processes share', () => {
  let path: string
  beforeEach(() => {
    path = temporaryDirectory()
  })

  async function startHolder(sharing: 'shared' | 'alone'): Promise<Fixture> {
    const fixture = startFixture(HOLDER_PROGRAM, [path, 'http://localhost:3000', sharing])
    expect(await fixture.answer()).toBe('held')
    return fixture
  }

  it('is either shared or exclusive, never both', async () => {
    const sharing = await startHolder('shared')
    const second = await openDataDirectory(path, { shared: true })
    await expect(openDataDirectory(path)).rejects.toThrow('already running')
    await second.close()
    await expect(openDataDirectory(path)).rejects.toThrow('already running')
    await sharing.kill()
    await startHolder('alone')
    await expect(openDataDirectory(path, { shared: true })).rejects.toThrow('It keeps its database there')
  })

  it('gives each process a scratch folder, and deletes only those of ended processes', async () => {
    const [firstHolder, secondHolder] = [await startHolder('shared'), await startHolder('shared')]
    const scratch = join(path, 'scratch')
    for (const folder of await readdir(scratch)) await writeFile(join(scratch, folder, 'half'), 'half a clip')
    await writeFile(join(scratch, 'left-by-an-older-one'), 'half a clip')
    const directory = await openDataDirectory(path, { shared: true })
    await writeFile(join(directory.scratchPath, 'half'), 'half a clip')
    expect(await readdir(scratch)).toHaveLength(4)

    await firstHolder.kill()
    // The two entries are the folder of the killed process and a file without a lock.
    expect(await directory.sweepScratchOfDead()).toBe(2)
    expect(await directory.sweepScratchOfDead()).toBe(0)
    expect(await readFile(join(directory.scratchPath, 'half'), 'utf8')).toBe('half a clip')
    expect(await readdir(join(path, 'holders'))).toHaveLength(2)
    await secondHolder.kill()
    expect(await directory.sweepScratchOfDead()).toBe(1)
    await directory.close()
    expect([await readdir(scratch), await readdir(join(path, 'holders'))]).toEqual([[], []])
  })

  it('has one secret, and a note about the last process, which only that process deletes', async () => {
    const first = await openDataDirectory(path, { shared: true })
    const second = await openDataDirectory(path, { shared: true })
    const [firstSecret, secondSecret] = await Promise.all([first.secret('session'), second.secret('session')])
    expect(firstSecret).toBe(secondSecret)
    await first.announce({ url: 'http://localhost:1' })
    await second.announce({ url: 'http://localhost:2' })
    await second.close()
    await first.close()
  })
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
