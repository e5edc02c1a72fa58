import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startNpmRegistry } from '@kerf/standins/npm/start-npm-registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBubblewrap } from '../apps/server/src/adapters/confinement.ts'
import { importedPackages } from './imported-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_BYTES = 330e6
const SERVER_PATH = 'apps/server/src/main.ts'
const MEDIA_PROCESS = 'apps/server/src/adapters/media-process/media-process-main.ts'
/** Programs of processes and threads that are started by path. */
const PROGRAMS = ['captions/parse-in-thread-main', 'outbound/pass-on'].map(
  (path) => `apps/server/src/adapters/${path}.ts`,
)
const run = promisify(execFile)

interface Instruction {
  word: string
  rest: string
}

/** Stages of the Dockerfile. */
const stages = (await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((text) => {
    const [first = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
    const [, name = 'last'] = /^FROM \S+(?: AS (\S+))?$/.exec(first) ?? []
    const instructions = lines.map((line): Instruction => {
      const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
      return { word, rest }
    })
    return { name, instructions }
  })
const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

/**
 * Whether the build context leaves a path out, because of the path or a folder above it.
 * @param path path from the project's root
 */
const isIgnored = (path: string): boolean =>
  path !== '.' && (ignored.some((pattern) => matchesGlob(path, pattern)) || isIgnored(dirname(path)))

const testFolder = temporaryDirectory()
const rootOf = (stage: string): string => join(testFolder, stage)
const kerf = join(rootOf('last'), 'kerf')
const registry = await startNpmRegistry(ROOT)
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await registry.close()
})

/** Carries out the COPY and RUN instructions of a stage in a folder, which stands in for the image. */
async function carryOut({ name, instructions }: (typeof stages)[number]): Promise<void> {
  const folder = join(rootOf(name), 'kerf')
  await mkdir(folder, { recursive: true })
  for (const { word, rest } of instructions) {
    if (word === 'COPY') await carryOutCopy(rest, folder)
    if (word === 'RUN' && !rest.startsWith('apt-get ')) await carryOutRun(rest, folder)
  }
}

async function carryOutCopy(words: string, folder: string): Promise<void> {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(words) ?? []
  const sources = paths.split(/\s+/)
  const target = join(folder, sources.pop()!)
  for (const path of sources) {
    // Built files come from the repository, since the same scripts build them here.
    const isBuiltHere = from === 'built'
    const source = from && !isBuiltHere ? join(rootOf(from), path) : join(ROOT, path.replace(/^\/kerf\//, ''))
    const isFolder = (await stat(source)).isDirectory()
    await cp(
      source,
      isFolder ? target : paths.endsWith('/') ? join(target, relative(dirname(source), source)) : target,
      {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => from !== undefined || !isIgnored(relative(ROOT, file)),
      },
    )
  }
}

async function carryOutRun(command: string, cwd: string): Promise<void> {
  const lockPath = join(cwd, 'package-lock.json')
  const lock = await readFile(lockPath, 'utf8')
  // The test registry packs packages again, so their bytes and hashes differ from the lock file.
  await writeFile(lockPath, lock.replace(/^\s*"integrity": .*\n/gm, '').replace(/,(\s*})/g, '$1'))
  const settings = { npm_config_registry: registry.url, npm_config_cache: join(testFolder, '.npm') }
  await run('sh', ['-c', command], { cwd, env: { ...process.env, ...settings } })
  await writeFile(lockPath, lock)
}

/** Arguments of the last instruction with this word in the last stage. */
const lastInstruction = (word: string) =>
  stages.at(-1)!.instructions.findLast((instruction) => instruction.word === word)!.rest

/**
 * Starts Node as the container does: without rights, and on a read-only root with writable `/data` and `/tmp`. Without
 * bubblewrap it has this machine's root and user.
 */
function startInImage(command: string[], environment: Record<string, string>) {
  const values = Object.fromEntries(
    lastInstruction('ENV')
      .split(' ')
      .map((pair) => pair.split('=')),
  )
  const [uid, gid] = lastInstruction('USER').split(':')
  const data = join(testFolder, 'data')
  const root = ['/usr', '/bin', '/lib', '/lib64', '/etc'].flatMap((path) => ['--ro-bind-try', path, path])
  const mounts = ['--ro-bind', process.execPath, '/node', '--ro-bind', kerf, '/kerf', '--bind', data, '/data']
  const otherOptions = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--remount-ro', '/', '--chdir', '/kerf']
  const user = ['--unshare-user', '--unshare-pid', '--uid', uid!, '--gid', gid!, '--cap-drop', 'ALL']
  const confinement = findBubblewrap()
  const [program, words] = confinement
    ? [confinement, ['--die-with-parent', ...user, ...root, ...mounts, ...otherOptions, '/node', ...command]]
    : [process.execPath, command]
  const ownVariables = confinement ? {} : { DATA_DIR: data, HOME: testFolder }
  return spawn(program, words, {
    cwd: kerf,
    env: { PATH: process.env.PATH, ...values, ...ownVariables, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Dependencies of the installed packages, by package name. Several versions of a package have one common list. */
function installedPackages(): Map<string, string[]> {
  const packages = new Map<string, string[]>()
  for (const path of globSync('**/node_modules/{*,@*/*}/package.json', { cwd: kerf })) {
    const name = dirname(path).split('node_modules/').at(-1)!
    const { dependencies = {} } = JSON.parse(readFileSync(join(kerf, path), 'utf8')) as { dependencies?: object }
    if (!name.startsWith('@kerf/')) packages.set(name, [...(packages.get(name) ?? []), ...Object.keys(dependencies)])
  }
  return packages
}

describe('the image', () => {
  beforeAll(async () => {
    await mkdir(join(testFolder, 'data'), { mode: 0o700 })
    for (const stage of stages.filter(({ name }) => ['modules', 'last'].includes(name))) await carryOut(stage)
  })

  it('has what its stages copy and install, no tests, and at most 330 MB', async () => {
    expect(stages.map(({ name }) => name)).toEqual(['manifests', 'built', 'modules', 'last'])
    for (const path of ['apps/web/src', 'apps/cli', 'packages/ui', 'tests', 'bench', '.git', '.env'])
      expect([path, existsSync(join(kerf, path))]).toEqual([path, false])
    const entries = readdirSync(kerf, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      // Links to the workspaces, which are counted where they are.
      .filter((path) => !path.includes('/node_modules/@kerf/'))
    expect(paths.filter((path) => !path.includes('/node_modules/') && /\.test\.ts$|\/testing\//.test(path))).toEqual([])
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`The image installs ${(bytes / 1e6).toFixed(0)} MB.`)
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
  })

  it('has no package that the server does not need, directly or indirectly', async () => {
    const importedNames = [...(await importedPackages([SERVER_PATH, MEDIA_PROCESS, ...PROGRAMS]))]
    expect(importedNames).toEqual(
      expect.arrayContaining(['fastify', 'node-av', '@aws-sdk/client-s3', '@opentelemetry/api']),
    )
    const installed = installedPackages()
    // Loaded by name: the codecs of this platform, and the fonts of subtitles.
    const codecs = `@seydx/node-av-${process.platform}-${process.arch}`
    const fonts = [...installed.keys()].filter((name) => name.startsWith('@fontsource/'))
    expect([fonts.length, installed.has(codecs)]).toEqual([4, true])
    const neededPackages = new Set([...importedNames, codecs, ...fonts])
    // A set iterates over the names that are added meanwhile, too.
    for (const name of neededPackages)
      for (const dependency of installed.get(name) ?? []) neededPackages.add(dependency)
    expect([...installed.keys()].filter((name) => !neededPackages.has(name))).toEqual([])
  })

  it('serves, cuts and is healthy without root, on a read-only disk', async () => {
    const server = startInImage([SERVER_PATH, 'serve'], { PORT: '0', HOST: '127.0.0.1' })
    children.push(server)
    let output = ''
    const address = new Promise<string>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          const match = /Kerf is ready at (http:\/\/\S+)/.exec(output)
          if (match) resolve(match[1]!)
        })
      server.on('exit', () => reject(new Error(output)))
    })
    const origin = await address
    const [program, ...check] = JSON.parse(/CMD (.*)$/.exec(lastInstruction('HEALTHCHECK'))![1]!) as string[]
    expect(program).toBe('node')
    const [status] = await once(startInImage(check, { PORT: new URL(origin).port }), 'exit')
    expect(status).toBe(0)
    expect(await (await fetch(origin)).text()).toContain('<html')
    let cookie = ''
    const callServer = async (path: string, body?: object) => {
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
    const response = await callServer('/api/download', { url: 'kerf:sample', ranges: [{ startTime: 1, endTime: 3 }] })
    const { id } = (await response.json()) as { id: string }
    const file = await callServer(`/api/download/${id}/file?wait=50`)
    expect([response.status, file.status]).toEqual([202, 200])
    server.kill('SIGTERM')
    await once(server, 'exit')
  })

  it('starts its media processes from an up-to-date bundle', async () => {
    const script = `import('./apps/server/src/adapters/media-process/media-program.ts').then((it) => console.log(it.mediaProgram()))`
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: kerf })
    expect(relative(kerf, stdout.trim())).toBe('.build/media-process.mjs')
  })
})
