import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '../main.ts')

/** Each test starts a process of its own, as an operator would. */
describe('a start', () => {
  let folder: string
  let data: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerf-start-'))
    data = join(folder, 'data')
    await mkdir(join(folder, 'named'))
    await chmod(join(folder, 'named'), 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Output and exit code of the server. It is stopped as soon as it serves. */
  const kerf = (...words: string[]) => kerfWith({}, ...words)
  async function kerfWith(
    environment: NodeJS.ProcessEnv,
    ...words: string[]
  ): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [MAIN, ...words], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'silent',
        SOURCES: 'media',
        DATA_DIR: data,
        STORAGE_URL: `file://${join(folder, 'named')}`,
        ...environment,
      },
    })
    const lines: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('Kerf is ready')) child.kill('SIGTERM')
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, said: lines.join('\n') }
  }
  const serves = { code: 0, said: expect.stringContaining('Kerf is ready') }

  it('writes nothing that another user of the machine could read, wherever it lies', async () => {
    expect(await kerf('migrate')).toMatchObject({ code: 0 })
    const { said } = await kerf('serve')
    expect(said).toMatch(/^Kerf is ready at (http:\S+)\n[\s\S]*\n {2}\1\/setup#token=[\w-]{43}\n/m)
    const open: string[] = []
    for (const top of [data, join(folder, 'named')])
      for (const name of ['', ...(await readdir(top, { recursive: true }))])
        if ((await stat(join(top, name))).mode & 0o077) open.push(join(top, name))
    expect(open).toEqual([])
  })

  it('at a HOST that nobody knows says that it is that, and not the database', async () => {
    expect(await kerfWith({ HOST: 'nowhere.invalid' }, 'serve')).toEqual({
      code: 1,
      said: 'HOST is nowhere.invalid, which is no name or address of this machine.',
    })
  })

  it('on a database that lacks its mark, or whose secret is missing or empty, ends with a sentence, until the operator has seen to it', async () => {
    const mark = join(data, 'database/made')
    await rm(mark)
    expect(await kerf('serve')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is a database in .*\(database_unmarked\)$/),
    })
    await writeFile(mark, '')

    const secret = join(data, 'secrets/session')
    await rename(secret, join(folder, 'lost'))
    expect(await kerf('serve')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The secret .*\(secret_missing\)$/),
    })
    await writeFile(secret, '')
    expect(await kerf('serve')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The secret .*\(secret_too_short\)$/),
    })
    expect(await readFile(secret, 'utf8')).toBe('')
    expect(await kerf('admin', 'accept-secret')).toMatchObject({ code: 0 })
    expect(await readFile(secret, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect(await kerf('serve')).toMatchObject(serves)
  })
})
