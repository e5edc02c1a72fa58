import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { buildCutter } from './build-cutter.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Another project that installed the engine. */
const project = temporaryDirectory()
const installed = join(project, 'node_modules/@kerf/cutter')

await buildCutter(installed)
for (const dependency of ['mediabunny', 'node-av', '@fontsource', '@types']) {
  await symlink(join(ROOT, 'node_modules', dependency), join(project, 'node_modules', dependency))
}
await writeFile(join(project, 'package.json'), '{ "type": "module" }')
const readme = await readFile(join(installed, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!)
await mkdir(join(project, 'examples'))
for (const [index, code] of examples.entries()) await writeFile(join(project, `examples/${index}.ts`), code)

describe('the engine as a package', () => {
  it('has its code, its types, its fonts and its papers, and nothing else', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: installed })
    const [packed] = JSON.parse(stdout) as { name: string; files: { path: string }[] }[]
    const paths = packed!.files.map(({ path }) => path)
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
