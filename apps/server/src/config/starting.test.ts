import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN_PATH = join(import.meta.dirname, '../main.ts')

/** Each test starts a process of its own, as an operator would. */
describe('a start', () => {
  let folder: string
  let dataFolder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerf-start-'))
    dataFolder = join(folder, 'data')
    await mkdir(join(folder, 'named'))
    await chmod(join(folder, 'named'), 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs the server and returns its output and exit code. It is stopped as soon as it is ready. */
  const runKerf = (...words: string[]) => runKerfWith({}, ...words)
  async function runKerfWith(
    environment: NodeJS.ProcessEnv,
    ...words: string[]
  ): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [MAIN_PATH, ...words], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'silent',
        SOURCES: 'media',
        DATA_DIR: dataFolder,
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
    return { code, output: lines.join('\n') }
  }
  const successfulStart = { code: 0, output: expect.stringContaining('Kerf is ready') }

  it('writes no file that another user of the machine could read', async () => {
    expect(await runKerf('migrate')).toMatchObject({ code: 0 })
    const { output } = await runKerf('serve')
    expect(output).toMatch(/^Kerf is ready at (http:\S+)\n[\s\S]*\n {2}\1\/setup#token=[\w-]{43}\n/m)
    const openPaths: string[] = []
    for (const rootPath of [dataFolder, join(folder, 'named')])
      for (const name of ['', ...(await readdir(rootPath, { recursive: true }))])
        if ((await stat(join(rootPath, name))).mode & 0o077) openPaths.push(join(rootPath, name))
    expect(openPaths).toEqual([])
  })

  it('with an unknown HOST names HOST as the reason', async () => {
    expect(await runKerfWith({ HOST: 'nowhere.invalid' }, 'serve')).toEqual({
      code: 1,
      output: 'HOST is nowhere.invalid, which is no name or address of this machine.',
    })
  })

  it('with a damaged database marker or secret fails with a reason, until the operator corrects it', async () => {
    const markerPath = join(dataFolder, 'database/made')
    await rm(markerPath)
    expect(await runKerf('serve')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is a database in .*\(database_unmarked\)$/),
    })
    await writeFile(markerPath, '')

    const secret = join(dataFolder, 'secrets/session')
    await rename(secret, join(folder, 'lost'))
    expect(await runKerf('serve')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The secret .*\(secret_missing\)$/),
    })
    await writeFile(secret, '')
    expect(await runKerf('serve')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The secret .*\(secret_too_short\)$/),
    })
    expect(await readFile(secret, 'utf8')).toBe('')
    expect(await runKerf('admin', 'accept-secret')).toMatchObject({ code: 0 })
    expect(await readFile(secret, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect(await runKerf('serve')).toMatchObject(successfulStart)
  })
})
