import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startNpmRegistry } from '@kerf/standins/npm/start-npm-registry'
import { describe, expect, it } from 'vitest'
import { buildCutter } from './build-cutter.ts'
import { buildKerf } from './build-kerf/build-kerf.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Separate projects, each of which installs one package as from npm. */
const testFolder = temporaryDirectory()
const project = join(testFolder, 'cutting')
const home = join(testFolder, 'serving')
const environment = { ...process.env, npm_config_cache: join(testFolder, 'cache'), npm_config_userconfig: '/dev/null' }
const npm = (words: string, cwd: string) => run('npm', words.split(' '), { cwd, env: environment })

async function pack(name: string, build: (folder: string) => Promise<void>) {
  const folder = join(testFolder, 'built', name)
  await build(folder)
  const { stdout } = await npm(`pack --json --pack-destination ${testFolder}`, folder)
  const [archive] = JSON.parse(stdout) as { filename: string; unpackedSize: number; files: { path: string }[] }[]
  return { ...archive!, paths: archive!.files.map(({ path }) => path) }
}

const builtPackages = {
  cutter: await pack('cutter', buildCutter),
  kerf: await pack('kerf', (folder) => buildKerf(folder, '--if-stale')),
}
const registry = await startNpmRegistry(ROOT)
const install = async (folder: string, words: string) => {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await npm(`install --no-audit --no-fund --registry ${registry.url} ${words}`, folder)
}
await install(project, `--ignore-scripts ../${builtPackages.cutter.filename} @types/node`)
await install(home, `../${builtPackages.kerf.filename}`)
await registry.close()
const installedCutter = join(project, 'node_modules/@kerf/cutter')
const readme = await readFile(join(installedCutter, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!)
await mkdir(join(project, 'examples'))
for (const [index, code] of examples.entries()) await writeFile(join(project, `examples/${index}.ts`), code)

describe('the engine as a package', () => {
  it('has its code, types, fonts and licences, and nothing else', async () => {
    const { paths } = builtPackages.cutter
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'package.json',
        'index.js',
        'index.d.ts',
        'browser.js',
        'fonts/LICENSE',
      ]),
    )
    expect(paths.filter((path) => !/(\.js|\.d\.ts|^LICENSE|^README\.md|^package\.json)$|^fonts\//.test(path))).toEqual(
      [],
    )
    expect(paths.filter((path) => /test|node_modules/.test(path))).toEqual([])
  })

  it('has examples that compile against its types', async () => {
    const mistakenPath = join(project, 'mistaken.ts')
    const mistake =
      "import { open } from '@kerf/cutter'\n// @ts-expect-error\nexport const name: string = (await open(null!)).facts"
    await writeFile(mistakenPath, `${mistake}.durationSeconds\n`)
    const strictOptions = '--strict --noEmit --module nodenext --target es2024 --skipLibCheck --types node'.split(' ')
    const paths = [mistakenPath, ...examples.map((_, index) => join(project, `examples/${index}.ts`))]
    expect(paths.length).toBeGreaterThan(2)
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...strictOptions, ...paths], {
      cwd: project,
    })
  })

  it('has examples that cut when Node runs them', async () => {
    const recipe = { width: 160, height: 90, frameRate: [30, 1], frames: 300, gopFrames: 60, bFrames: 2 } as const
    const { videoPath } = await makeStampedMedia(
      { ...recipe, frameRate: [30, 1], video: 'h264', audio: 'aac', layout: 'plain' },
      project,
      'video',
    )
    expect(videoPath).toBe(join(project, 'video.mp4'))
    for (const [index, code] of examples.entries()) {
      if (code.includes("fileSource('video.mp4')")) {
        await run(process.execPath, [join(project, `examples/${index}.ts`)], { cwd: project })
      }
    }
    const clip = await readStamps(join(project, 'clip.mp4'))
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => 45 + index))
    const highlights = await readStamps(join(project, 'highlights.mp4'))
    expect(highlights.frames.map(({ number }) => number)).toEqual([
      ...Array.from({ length: 60 }, (_, index) => 210 + index),
      ...Array.from({ length: 30 }, (_, index) => 30 + index),
    ])
    expect((await readFile(join(project, 'clip.mp3'))).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xfb))
  })
})

describe('the command line and the server as a package', () => {
  /**
   * First folder of the PATH: with the oldest supported Node if CI has installed it, else with the Node of this
   * project.
   */
  const env = {
    PATH: `${process.env.KERF_TEST_OLDEST_NODE ?? join(ROOT, 'node_modules/node/bin')}:${process.env.PATH}`,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
  }
  const kerf = (words: string) => run('npx', ['--no', '--', 'kerf', ...words.split(' ')], { cwd: home, env })

  it('has its programs, pages, sample, fonts and licences, no sources or tests, and two dependencies', async () => {
    const { paths, unpackedSize } = builtPackages.kerf
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'LICENSES.md',
        'README.md',
        'package.json',
        'apps/cli/src/main.cjs',
        'program/run.js',
        '.build/media-process.mjs',
        '.build/database-template.tar.gz',
        'apps/server/src/adapters/outbound/pass-on.js',
        'apps/server/src/adapters/captions/parse-in-thread-main.js',
        'apps/server/sample/sample-1080p.mp4',
        'apps/web/dist/pages/en/home.html',
      ]),
    )
    expect(paths.filter((path) => /\.tsx?$|\.test\.|testing\/|node_modules/.test(path))).toEqual([])
    expect(unpackedSize).toBeLessThan(50e6)
    const { packages } = JSON.parse(await readFile(join(home, 'node_modules/.package-lock.json'), 'utf8'))
    expect(Object.keys(packages)).toEqual([
      'node_modules/@electric-sql/pglite',
      expect.stringContaining('node_modules/@seydx/node-av-'),
      'node_modules/kerf',
    ])
  })

  it('cuts the sample and a file exactly, from its npm location', async () => {
    const { stdout } = await kerf('cut sample -f 2 -t 4 -o sample.mp4 --json')
    expect(JSON.parse(stdout)).toMatchObject({ receipt: { frames: 60 } })
    await kerf(`cut ${join(project, 'video.mp4')} -f 1.5 -t 3 -o installed.mp4`)
    const clip = await readStamps(join(home, 'installed.mp4'))
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, index) => 45 + index))
  })

  it('draws subtitles in every script with its own fonts', async () => {
    await kerf('cut sample -f 2 -t 3 -q 360p -o talk.mp4')
    await writeFile(join(home, 'talk.srt'), '1\n00:00:00,000 --> 00:00:01,000\nKerf 日本語 مرحبا שלום สวัสดี\n')
    expect((await kerf('cut talk.mp4 -t 0.5 --subtitles burned -o drawn.mp4')).stdout).toContain('1 subtitle of')
    expect((await readStamps(join(home, 'drawn.mp4'))).frames).toHaveLength(15)
  })

  it('serves pages and cuts, from one command and its own data folder, which a backup saves', async () => {
    const server = spawn('npx', ['--no', '--', 'kerf', 'serve', '--port', '0'], { cwd: home, env, detached: true })
    addCleanup(() => server.stdout.closed || process.kill(-server.pid!, 'SIGKILL'))
    const readyPromise = Promise.withResolvers<void>()
    let output = ''
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Kerf is ready')) readyPromise.resolve()
      })
    }
    const end = once(server, 'close')
    await Promise.race([readyPromise.promise, end])
    const origin = /Kerf is ready at (\S+)/.exec(output)?.[1]
    if (!origin) throw new Error(output)
    expect(output).toContain(`Kerf keeps its data in ${join(home, 'data/kerf')}\n`)
    const page = await fetch(origin)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Kerf: ')])

    const order = { url: 'kerf:sample', ranges: [{ startTime: 1, endTime: 3 }] }
    const headers = { 'content-type': 'application/json', origin }
    const response = await fetch(`${origin}/api/download`, { method: 'POST', body: JSON.stringify(order), headers })
    const { id } = (await response.json()) as { id: string }
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const file = await fetch(`${origin}/api/download/${id}/file?wait=50`, { headers: { cookie } })
    await writeFile(join(home, 'served.mp4'), await file.bytes())
    expect((await readStamps(join(home, 'served.mp4'))).frames).toHaveLength(60)

    server.kill('SIGTERM')
    await end
    expect(output).toContain('Stopping. Running cuts can finish')
    const backup = join(home, 'backup.kerf')
    await kerf(`backup ${backup}`)
    expect((await stat(backup)).size).toBeGreaterThan(0)
    await expect(kerf('backup')).rejects.toThrow('Usage: kerf backup FILE')
  })
})
