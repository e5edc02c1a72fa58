import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startNpmRegistry } from '@kerf/standins/npm/start-npm-registry'
import { describe, expect, it } from 'vitest'
import { buildCutter } from './build-cutter.ts'
import { buildKerf } from './build-kerf.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** A separate project, which installs both packages as from npm. */
const project = temporaryDirectory()
const environment = { ...process.env, npm_config_cache: join(project, '.cache'), npm_config_userconfig: '/dev/null' }
const npm = (words: string, cwd: string) => run('npm', words.split(' '), { cwd, env: environment })

async function pack(name: string, build: (folder: string) => Promise<void>) {
  const folder = join(project, '.built', name)
  await build(folder)
  const { stdout } = await npm(`pack --json --pack-destination ${project}`, folder)
  const [archive] = JSON.parse(stdout) as { filename: string; unpackedSize: number; files: { path: string }[] }[]
  return { ...archive!, paths: archive!.files.map(({ path }) => path) }
}

const packed = { cutter: await pack('cutter', buildCutter), kerf: await pack('kerf', buildKerf) }
const registry = await startNpmRegistry(ROOT)
await writeFile(join(project, 'package.json'), '{ "type": "module" }')
await npm(
  `install --ignore-scripts --no-audit --no-fund --registry ${registry.url} ./${packed.cutter.filename} ./${packed.kerf.filename} @types/node`,
  project,
).finally(() => registry.close())
const installedCutter = join(project, 'node_modules/@kerf/cutter')
const readme = await readFile(join(installedCutter, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!)
await mkdir(join(project, 'examples'))
for (const [index, code] of examples.entries()) await writeFile(join(project, `examples/${index}.ts`), code)

describe('the engine as a package', () => {
  it('has its code, its types, its fonts and its papers, and nothing else', async () => {
    const { paths } = packed.cutter
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'index.js', 'index.d.ts', 'fonts/LICENSE']),
    )
    expect(paths.filter((path) => !/(\.js|\.d\.ts|^LICENSE|^README\.md|^package\.json)$|^fonts\//.test(path))).toEqual(
      [],
    )
    expect(paths.filter((path) => /test|node_modules/.test(path))).toEqual([])
  })

  it('has examples that are right in the eyes of a compiler, which sees its types', async () => {
    const mistaken = join(project, 'mistaken.ts')
    const mistake =
      "import { open } from '@kerf/cutter'\n// @ts-expect-error\nexport const name: string = (await open(null!)).facts"
    await writeFile(mistaken, `${mistake}.durationSeconds\n`)
    const strict = '--strict --noEmit --module nodenext --target es2024 --skipLibCheck --types node'.split(' ')
    const paths = [mistaken, ...examples.map((_, index) => join(project, `examples/${index}.ts`))]
    expect(paths.length).toBeGreaterThan(2)
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...strict, ...paths], { cwd: project })
  })

  it('cuts what its examples say, run by Node', async () => {
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

describe('the command line as a package', () => {
  const kerf = (words: string) =>
    run('npx', ['--no', 'kerf', ...words.split(' ')], {
      cwd: project,
      // The first folder of the PATH has the project's own Node.
      env: {
        PATH: `${join(ROOT, 'node_modules/node/bin')}:${process.env.PATH}`,
        DATA_DIR: join(project, 'data'),
      },
    })

  it('has its programs, the sample, fonts and papers, no source and no test, and depends on what it imports', async () => {
    const { paths, unpackedSize } = packed.kerf
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'package.json',
        'apps/cli/src/main.cjs',
        'apps/cli/src/kerf/run.js',
        '.build/media-process.mjs',
        'apps/server/src/adapters/outbound/pass-on.js',
        'apps/server/src/adapters/captions/parse-apart-main.js',
        'apps/server/sample/sample-1080p.mp4',
      ]),
    )
    expect(paths.filter((path) => /\.tsx?$|\.test\.|testing\/|node_modules/.test(path))).toEqual([])
    expect(unpackedSize).toBeLessThan(20e6)
    const { dependencies } = JSON.parse(await readFile(join(project, 'node_modules/kerf/package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['node-av', 'undici', 'youtubei.js', 'zod']))
    expect(
      Object.keys(dependencies).filter((name) => name.startsWith('@kerf/') || /fastify|pg|drizzle/.test(name)),
    ).toEqual([])
  })

  it('cuts the sample and a file, exactly, where npm has put it', async () => {
    const { stdout } = await kerf('cut sample -f 2 -t 4 -o sample.mp4 --json')
    expect(JSON.parse(stdout)).toMatchObject({ receipt: { frames: 60 } })
    await kerf('cut video.mp4 -f 1.5 -t 3 -o installed.mp4')
    const clip = await readStamps(join(project, 'installed.mp4'))
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, index) => 45 + index))
  })
})
