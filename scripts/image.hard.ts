import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startNpmRegistry } from '@kerf/standins/npm/start-npm-registry'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

interface Instruction {
  word: string
  rest: string
}

/** Stages of the Dockerfile, with name, base and instructions. */
const stages = (await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((text) => {
    const [first = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
    const [, base = '', name = 'last'] = /^FROM (\S+)(?: AS (\S+))?$/.exec(first) ?? []
    const instructions = lines.map((line): Instruction => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
      return { word, rest }
    })
    return { name, base, instructions }
  })

const place = temporaryDirectory()
const rootOf = (stage: string): string => join(place, stage)
const registry = await startNpmRegistry(ROOT)
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await registry.close()
})

/** Runs the COPY and `npm` instructions of a stage in a folder, which stands in for the image. */
async function carryOut({ name, base, instructions }: (typeof stages)[number]): Promise<void> {
  if (existsSync(rootOf(base))) await cp(rootOf(base), rootOf(name), { recursive: true, verbatimSymlinks: true })
  await mkdir(join(rootOf(name), 'kerf'), { recursive: true })
  for (const { word, rest } of instructions) {
    if (word === 'COPY') await copy(rest, name)
    if (word === 'RUN' && rest.startsWith('npm ')) await npm(rest, name)
  }
}

async function copy(words: string, stage: string): Promise<void> {
  const [, from, sources = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(words) ?? []
  const paths = sources.split(/\s+/)
  const target = join(rootOf(stage), 'kerf', paths.pop()!)
  for (const path of paths) {
    // Built files come from the repository, since the same scripts build them here.
    const source =
      from === undefined || from === 'built' ? join(ROOT, path.replace(/^\/kerf\//, '')) : join(rootOf(from), path)
    const isInto = sources.endsWith('/') || path === '.'
    await cp(source, isInto ? join(target, path === '.' ? '' : path.split('/').at(-1)!) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !/\/(node_modules|\.git)(\/|$)/.test(file.slice(source.length)) || from === 'modules',
    })
  }
}

async function npm(command: string, stage: string): Promise<void> {
  const cwd = join(rootOf(stage), 'kerf')
  const lockPath = join(cwd, 'package-lock.json')
  // The test registry packs packages again, so their bytes and hashes differ from the lock file.
  const lock = (await readFile(lockPath, 'utf8')).replace(/^\s*"integrity": .*\n/gm, '')
  await writeFile(lockPath, lock.replace(/,(\s*})/g, '$1'))
  const words = [...command.split(' ').slice(1), '--no-audit', '--no-fund', '--registry', registry.url]
  await run('npm', words, { cwd, env: { ...process.env, npm_config_cache: join(place, '.npm') } })
}

describe('the image', () => {
  it('has what its stages copy and install, and serves from it alone', async () => {
    const testedStages = stages.filter(({ name }) => name !== 'built')
    expect(testedStages.map(({ name }) => name)).toEqual(['manifests', 'modules', 'last'])
    for (const stage of testedStages) await carryOut(stage)
    const kerf = join(rootOf('last'), 'kerf')
    for (const path of ['apps/web/src', 'tests', 'bench', 'node_modules/playwright-core', '.git'])
      expect([path, existsSync(join(kerf, path))]).toEqual([path, false])

    const child = spawn(process.execPath, ['apps/server/src/main.ts', 'serve'], {
      cwd: kerf,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATA_DIR: join(place, 'data'),
        HOME: place,
        PORT: '0',
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let output = ''
    const address = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          const match = /Kerf is ready at (http:\/\/\S+)/.exec(output)
          if (match) resolve(match[1]!)
        })
      child.on('exit', () => reject(new Error(output)))
    })
    const origin = await address
    expect((await fetch(new URL('/readyz', origin))).status).toBe(200)
    expect(await (await fetch(origin)).text()).toContain('<html')
    let cookie = ''
    const ask = async (path: string, body?: object) => {
      const response = await fetch(new URL(path, origin), {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', origin, cookie },
      })
      cookie =
        response.headers
          .getSetCookie()
          .map((cookieHeader) => cookieHeader.split(';')[0])
          .join('; ') || cookie
      return response
    }
    const response = await ask('/api/download', { url: 'kerf:sample', ranges: [{ startTime: 1, endTime: 3 }] })
    const { id } = (await response.json()) as { id: string }
    const file = await ask(`/api/download/${id}/file?wait=50`)
    expect([response.status, file.status]).toEqual([202, 200])
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(dirname(kerf)).toBe(rootOf('last'))
  })
})
