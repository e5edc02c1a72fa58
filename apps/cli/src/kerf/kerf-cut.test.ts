import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { basename, join } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startHostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { installScriptedYtdlp } from '@kerf/standins/youtube/install-scripted-ytdlp'
import { makeTestCertificates } from '@kerf/standins/youtube/net/test-certificates'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { afterAll, describe, expect, it } from 'vitest'
import { folderPrefix } from './abandoned-folders.ts'

const MAIN_PATH = join(import.meta.dirname, '../main.ts')
/** Whether all similar cases run. Each case starts a process, so `npm test` runs only one of them. */
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
/** Video that the YouTube stand-in makes once and caches. */
const SMALL_VIDEO = { seconds: 6, upToHeight: 360 }
const MEDIA_TIMEOUT_MILLISECONDS = 180_000

const folder = temporaryDirectory()

await makeStampedMedia(
  {
    width: 320,
    height: 180,
    frameRate: [30, 1],
    frames: 90,
    gopFrames: 30,
    bFrames: 2,
    video: 'h264',
    audio: 'aac',
    layout: 'plain',
  },
  folder,
  'video',
)
const mediaSite = await startHostileMediaServer({ mediaPath: join(folder, 'video.mp4') })

afterAll(() => mediaSite.close())

const CAPTIONS_FILE = `1
00:00:01,000 --> 00:00:02,000
Measure twice

2
00:00:02,000 --> 00:00:03,000
cut once
`

await copyFile(join(folder, 'video.mp4'), join(folder, 'talk.mp4'))
await writeFile(join(folder, 'talk.srt'), CAPTIONS_FILE)

interface ProcessResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts `kerf` in the test folder, like a shell. */
function spawnKerf(
  words: string | readonly string[],
  environment: Record<string, string> = {},
  encoding: 'utf8' | 'latin1' = 'utf8',
  nodeOptions: string[] = [],
) {
  const child = spawn(
    process.execPath,
    [...nodeOptions, MAIN_PATH, ...(typeof words === 'string' ? words.split(' ') : words)],
    {
      cwd: folder,
      env: { PATH: '/nowhere', DATA_DIR: join(folder, 'data'), ...environment },
    },
  )
  const result = new Promise<ProcessResult>((resolve) => {
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding(encoding).on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, result }
}

const runKerf = (...command: Parameters<typeof spawnKerf>) => spawnKerf(...command).result
const numbersBetween = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const listLeftovers = async () => (await readdir(folder)).filter((name) => name.startsWith('.'))

describe('kerf cut', () => {
  it('cuts a file exactly, prints the receipt, and leaves nothing else', async () => {
    const { code, stdout, stderr } = await runKerf('cut video.mp4 --from 0:00.5 --to 2.5 -o file.mp4 --json')
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({
      link: 'video.mp4',
      title: 'video',
      quality: null,
      file: join(folder, 'file.mp4'),
      ranges: [{ startTime: 0.5, endTime: 2.5 }],
      receipt: { frames: 60, way: 'smart', framesCopied: 43, soundOffsetMilliseconds: expect.closeTo(0, 1) },
    })
    const clip = await readStamps(join(folder, 'file.mp4'))
    expect(clip.frames.map(({ number }) => number)).toEqual(numbersBetween(15, 75))
    expect(clip.hidden.frames).toBe(60)
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 0.5)!)).toBeLessThan(0.001)
    expect(await listLeftovers()).toEqual([])
  })

  it('cuts the link of a media file at the times of its fragment', async () => {
    const link = `${mediaSite.urlOf('/healthy.mp4')}#t=1,2`
    const { code, stdout, stderr } = await runKerf(`cut ${link} -o linked.mp4`, { OUTBOUND_ALLOW: mediaSite.host })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^linked\.mp4: 1 s, 30 frames \(\d re-encoded\), \d+x\d+, \d+ kB; \d+ kB read in \d\.\d s\n$/,
    )
    const clip = await readStamps(join(folder, 'linked.mp4'))
    expect(clip.frames.map(({ number }) => number)).toEqual(numbersBetween(30, 60))
  })

  it('refuses a private address that is not allowed', async () => {
    const earlierRequests = mediaSite.requests().length
    const { code, stderr } = await runKerf(`cut ${mediaSite.urlOf('/healthy.mp4')} -o private.mp4`)
    expect([code, stderr]).toEqual([
      1,
      `kerf: Only public addresses on ports 80 and 443 are read. To allow this one, set OUTBOUND_ALLOW=${mediaSite.host}. (source_failed)\n`,
    ])
    expect(mediaSite.requests()).toHaveLength(earlierRequests)
  })

  it(
    'cuts a YouTube link through the resolver',
    async () => {
      const standin = await startYoutubeStandin(SMALL_VIDEO)
      try {
        const environment = {
          YTDLP_PATH: await installScriptedYtdlp(join(folder, 'tools')),
          OUTBOUND_PROXY: standin.proxyUrl,
          SSL_CERT_FILE: standin.caPath,
        }
        const words = 'cut https://youtu.be/StandInVid1 --from 1.5 --to 3.5 -q 360p -o tube.mp4'
        const { code, stderr } = await runKerf(words, environment)
        expect([code, stderr]).toEqual([0, ''])
        const clip = await readStamps(join(folder, 'tube.mp4'))
        expect(clip.frames.map(({ number }) => number)).toEqual(numbersBetween(45, 105))
      } finally {
        await standin.close()
      }
    },
    MEDIA_TIMEOUT_MILLISECONDS,
  )

  it('shows the plan with --dry-run, and writes nothing', async () => {
    const originalFiles = await readdir(folder)
    const { code, stdout } = await runKerf('cut sample --from 2.5 --to 5 --dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('0:02.5 to 0:05, 2.5 s: ')
    expect(stdout).toMatch(/ \d+ of 75 frames copied, \d+ re-encoded\n/)
    expect(stdout).toMatch(/ {2}encode 0:02\.500 - (\S+) {2}\d+ frames\n {2}copy {3}\1 - /)
    expect(await readdir(folder)).toEqual(originalFiles)
  })

  it('cuts words from the captions of a file, and writes subtitle files next to the clip', async () => {
    const { code, stderr, stdout } = await runKerf('cut talk.mp4 --words twice --subtitles file -o said.mp4 --json')
    expect([code, stderr]).toEqual([0, ''])
    const [range] = JSON.parse(stdout).ranges
    expect(range.startTime).toBeGreaterThan(1)
    expect(range.endTime).toBe(2)
    const clip = await readStamps(join(folder, 'said.mp4'))
    const first = clip.frames[0]!.number!
    expect(clip.frames.map(({ number }) => number)).toEqual(numbersBetween(first, 60))
    expect(first / 30).toBeCloseTo(range.startTime, 1)
    const cueSeconds = 2 - first / 30
    expect(await readFile(join(folder, 'said.srt'), 'utf8')).toBe(
      `1\n00:00:00,000 --> 00:00:00,${String(Math.round(cueSeconds * 1000)).padStart(3, '0')}\nMeasure twice\n`,
    )
    expect(await readFile(join(folder, 'said.vtt'), 'utf8')).toMatch(
      /^WEBVTT\n\n00:00:00\.000 --> 00:00:00\.\d{3}\nMeasure twice\n$/,
    )
    expect(await listLeftovers()).toEqual([])
  })

  it('adds the captions of a file to the clip as a track', async () => {
    const trackResult = await runKerf('cut talk.mp4 --from 1 --to 2.5 --subtitles track -o tracked.mp4 --json')
    expect([trackResult.code, trackResult.stderr]).toEqual([0, ''])
    expect(JSON.parse(trackResult.stdout).receipt).toMatchObject({ way: 'smart', subtitles: { as: 'track', cues: 2 } })
  })

  it.runIf(isFullRun)('burns the captions of a file into the frames of the clip', async () => {
    const burnedResult = await runKerf('cut talk.mp4 --from 1 --to 2.5 --subtitles burned -o drawn.mp4')
    expect([burnedResult.code, burnedResult.stderr]).toEqual([0, ''])
    expect(burnedResult.stdout).toMatch(
      /^drawn\.mp4: 1\.5 s, 45 frames \(45 re-encoded\), .* 2 subtitles of .* burned in;/,
    )
  })

  it('shows the facts of a video with --info', async () => {
    const { code, stdout } = await runKerf('cut talk.mp4 --info')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^talk, 0:03(\.\d+)?\nqualities for -q: 360p \(180p\), audio\nmedia:\n {2}320x180 {2}30 fps .*\ncaptions:\n {2}\S+ {2}.*\naudio tracks: none/,
    )
  })

  it('passes the options that adapt a clip to its plan', async () => {
    const words = 'cut video.mp4 -f 1 -d 1 --max-size 10MB --crop 9:16 --loudness -14 --fade 0.5 --dry-run --json'
    const { code, stdout } = await runKerf(words)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ranges: [{ startTime: 1, endTime: 2 }],
      options: { maxBytes: 10_000_000, crop: '9:16', loudness: -14, fade: { video: 0.5, audio: 0.5 } },
    })
  })

  it('writes only the clip to stdout, exactly as long as requested', async () => {
    const { code, stdout, stderr } = await runKerf('cut video.mp4 --from 0.1 --duration 0.2 -o -', {}, 'latin1')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^stdout: 0\.2 s, 6 frames .*\n$/)])
    await writeFile(join(folder, 'poured.mp4'), stdout, 'latin1')
    expect((await readStamps(join(folder, 'poured.mp4'))).frames.map(({ number }) => number)).toEqual(
      numbersBetween(3, 9),
    )
  })

  it('makes a clip of each link of a list, even if one link fails', async () => {
    await mkdir(join(folder, 'clips'))
    await writeFile(join(folder, 'list.txt'), '# mine\ntalk.mp4\n\n  nothing.mp4\r\ntalk.mp4 0:01-0:01.3\n')
    const { code, stdout, stderr } = await runKerf('cut video.mp4 --links list.txt -d 0.2 -o clips')
    expect(code).toBe(1)
    const names = ['01_video.mp4', '02_talk.mp4', '04_talk.mp4']
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(names.map((name) => join('clips', name)))
    expect(stderr).toMatch(/^kerf: nothing\.mp4: .* \(invalid_link\)\nkerf: 3 of 4 links done, 1 failed\.\n$/)
    expect(await readdir(join(folder, 'clips'))).toEqual(names)
    const clip = await readStamps(join(folder, 'clips', '04_talk.mp4'))
    expect(clip.frames.map(({ number }) => number)).toEqual(numbersBetween(30, 39))
  })

  it.each([
    ['UTF-16 with a byte order mark', Buffer.from('\ufefftalk.mp4 0:01\r\n', 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from('talk.mp4 0:01\r\n', 'utf16le')],
    ['UTF-16 in the other byte order', Buffer.from('\ufefftalk.mp4 0:01\r\n', 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', Buffer.from('\ufefftalk.mp4 0:01\r\n')],
  ])('reads a list in %s, as Windows editors and shells write it', async (_description, bytes) => {
    await writeFile(join(folder, 'windows.txt'), bytes)
    const { code, stdout, stderr } = await runKerf('cut --links windows.txt -d 0.2 --dry-run --json')
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout).ranges).toEqual([{ startTime: 1, endTime: 1.2 }])
  })

  it('finds the link in pasted text, unless the text is the name of an existing file', async () => {
    const link = mediaSite.urlOf('/healthy.mp4')
    const fileName = `1. talk https: 0:01`
    await copyFile(join(folder, 'video.mp4'), join(folder, fileName))
    await copyFile(join(folder, 'video.mp4'), join(folder, '-dash.mp4'))
    const lines = [
      `1. [A talk](${link}) 0:01-0:02`,
      `- A talk: \u200e${link}\u200f`,
      `* ${link} 0:01 soon`,
      fileName,
      '- talk.mp4 1',
    ]
    await writeFile(join(folder, 'pasted.txt'), lines.join('\n'))
    const texts = [`A talk - Site\n<${link}#t=1,2>`, fileName, './-dash.mp4']
    const environment = { OUTBOUND_ALLOW: mediaSite.host }
    const { stdout } = await runKerf(['cut', ...texts, '-a', 'pasted.txt', '--dry-run', '--json'], environment)
    const cuts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(cuts.map((cut) => [cut.link, cut.code ?? [cut.ranges[0].startTime, cut.ranges[0].endTime]])).toEqual([
      [`${link}#t=1,2`, [1, 2]],
      [fileName, [0, 3]],
      ['./-dash.mp4', [0, 3]],
      [link, [1, 2]],
      [link, [0, 3]],
      [`${link} 0:01 soon`, 'invalid_link'],
      [fileName, [0, 3]],
      ['talk.mp4', [1, 3]],
    ])
    await runKerf('cut -o -x.mp4 --to 0.2 -- -dash.mp4')
    expect((await readStamps(join(folder, '-x.mp4'))).frames.map(({ number }) => number)).toEqual(numbersBetween(0, 6))
  })

  it('takes times that a list line lacks from the options', async () => {
    await writeFile(join(folder, 'starts.txt'), 'talk.mp4 0:01\ntalk.mp4 0:01-0:01.3\ntalk.mp4 -0:02\ntalk.mp4\n')
    const { code, stdout } = await runKerf('cut -a starts.txt -f 0.5 -d 0.2 --dry-run --json')
    const lines = stdout.trim().split('\n')
    expect([code, lines.flatMap((line) => JSON.parse(line).ranges)]).toEqual([
      0,
      [
        { startTime: 1, endTime: 1.2 },
        { startTime: 1, endTime: 1.3 },
        { startTime: 0.5, endTime: 2 },
        { startTime: 0.5, endTime: 0.7 },
      ],
    ])
  })

  it.runIf(isFullRun)('reads a list from stdin, and prints one JSON line per link', async () => {
    const { child, result } = spawnKerf('cut -a - --to 0.2 -o clips --json')
    child.stdin.end('nothing.mp4\nvideo.mp4\n')
    const { code, stdout } = await result
    expect(code).toBe(1)
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { link: 'nothing.mp4', code: 'invalid_link' },
      { link: 'video.mp4', file: join(folder, 'clips', '02_video.mp4'), receipt: { frames: 6 } },
    ])
  })

  it.runIf(isFullRun)('puts a clip into a folder under its default name', async () => {
    expect((await runKerf('cut video.mp4 --to 0.2 -o clips/')).stdout).toMatch(/^clips\/kerf_clip\.mp4: /)
    expect(await readdir(join(folder, 'clips'))).toContain('kerf_clip.mp4')
  })

  it('makes the folder of a path that ends in a slash, and accepts an absolute folder', async () => {
    const firstCut = await runKerf('cut video.mp4 --to 0.2 -o new/folder/')
    expect([firstCut.code, firstCut.stdout]).toEqual([0, expect.stringMatching(/^new\/folder\/kerf_clip\.mp4: /)])
    const fullPath = join(folder, 'new')
    const { code, stdout } = await runKerf(`cut video.mp4 --to 0.2 -o ${fullPath}`)
    expect([code, stdout.split(':')[0]]).toEqual([0, join(fullPath, 'kerf_clip.mp4')])
  })

  it('reports that Node is too old', async () => {
    const oldNode = join(folder, 'old-node.cjs')
    await writeFile(
      oldNode,
      `for (const [name, value] of [['version', 'v20.20.2'], ['versions', { node: '20.20.2' }]])
        Object.defineProperty(process, name, { value })`,
    )
    // An old Node cannot read TypeScript.
    const options = ['--no-experimental-strip-types', '--require', oldNode]
    const { code, stdout, stderr } = await spawnKerf('cut video.mp4', {}, 'utf8', options).result
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^kerf: It needs Node 24\.4 or later; this is v20\.20\.2\. .*\(old_node\)\n$/)
  })

  it('keeps the typed file name if its extension fits the source codecs', async () => {
    const { code, stdout } = await runKerf('cut video.mp4 --to 0.2 --format original -o own.M4V')
    expect([code, stdout.split(':')[0]]).toEqual([0, 'own.M4V'])
    expect(await readdir(folder)).toContain('own.M4V')
  })

  it('asks for another extension if the source codecs do not fit the typed one', async () => {
    const cutWords = 'cut video.mp4 --to 0.2 --format original -o'
    const { code, stdout, stderr } = await runKerf(`${cutWords} typed.webm`)
    expect([code, stderr]).toEqual([0, ''])
    const [receipt, ...notes] = stdout.trim().split('\n')
    expect(receipt).toMatch(/^typed\.mp4: /)
    expect(notes).toEqual(['Not typed.webm: the codecs of this video make an MP4.'])
    const { file, renamedFrom } = JSON.parse((await runKerf(`${cutWords} again.webm --json`)).stdout)
    expect([file, renamedFrom]).toEqual([join(folder, 'again.mp4'), join(folder, 'again.webm')])
    expect(await readdir(folder)).not.toContain('again.webm')
  })

  it('replaces no file without --force', async () => {
    await writeFile(join(folder, 'kept.mp4'), 'precious')
    await writeFile(join(folder, 'kept.mp3'), 'not so precious')
    const refusal = await runKerf('cut sample --to 1 -o kept.mp4')
    expect(refusal.code).toBe(1)
    expect(refusal.stderr).toMatch(/kept\.mp4 already exists\. .* \(output_taken\)\n$/)
    expect(await readFile(join(folder, 'kept.mp4'), 'utf8')).toBe('precious')
    expect((await runKerf('cut sample --to 1 -q audio --format mp3 -o kept.mp3 --force')).code).toBe(0)
    // The file begins with audio or with tags.
    expect(await readFile(join(folder, 'kept.mp3'), 'latin1')).toMatch(/^(ID3|\xff\xfb)/)
  })

  it('leaves nothing if it is interrupted', async () => {
    const link = mediaSite.urlOf('/stall-before-head.mp4')
    const earlierRequests = mediaSite.requests().length
    const { child, result } = spawnKerf(`cut ${link} -o never.mp4`, { OUTBOUND_ALLOW: mediaSite.host })
    await expect.poll(() => mediaSite.requests().length).toBeGreaterThan(earlierRequests)
    child.kill('SIGINT')
    expect(await result).toEqual({ code: 1, stdout: '', stderr: 'kerf: Cancelled. (cancelled)\n' })
    expect(await readdir(folder)).not.toContain('never.mp4')
    expect(await listLeftovers()).toEqual([])
  })

  it('can be interrupted while it waits for the rest of a list', async () => {
    const { child, result } = spawnKerf('cut -a -')
    child.stdin.on('error', () => undefined)
    // The text is larger than the buffer of a pipe, so the write ends only after kerf has begun to read.
    await new Promise((resolve) => child.stdin.write('# a long list\n'.repeat(50_000), resolve))
    child.kill('SIGINT')
    expect(await result).toEqual({ code: 1, stdout: '', stderr: 'kerf: Cancelled. (cancelled)\n' })
  })

  it('trusts a server whose certificate authority is in SSL_CERT_FILE', async () => {
    const { caPem, serverChainPem: cert, serverKeyPem: key } = await makeTestCertificates(['localhost'])
    await writeFile(join(folder, 'authority.pem'), caPem)
    const refusal = JSON.stringify({ error: 'This API key was revoked.', code: 'not_signed_in' })
    const server = await listenOnLoopback(
      createServer({ cert, key }, (_, response) => response.writeHead(401).end(refusal)),
    )
    const words = `cut sample --to 1 -o never.mp4 --server https://localhost:${server.port}`
    const { stderr } = await runKerf(words, { KERF_KEY: 'kerf_key', SSL_CERT_FILE: join(folder, 'authority.pem') })
    expect(stderr).toBe('kerf: This API key was revoked. (not_signed_in)\n')
    await server.close()
  })

  it('reports a wrong server option only once for all links', async () => {
    const { code, stderr } = await runKerf('cut https://youtu.be/a https://youtu.be/b --server https://kerf.example')
    expect([code, stderr]).toEqual([2, 'kerf: A server needs an API key: set KERF_KEY, or use --key. (bad_usage)\n'])
  })

  it('removes the folder of a killed run, and keeps the folders of running ones', async () => {
    const livingFolder = await mkdtemp(join(folder, await folderPrefix()))
    const link = mediaSite.urlOf('/stall-before-head.mp4')
    const earlierRequests = mediaSite.requests().length
    const { child, result } = spawnKerf(`cut ${link} -o killed.mp4`, { OUTBOUND_ALLOW: mediaSite.host })
    await expect.poll(() => mediaSite.requests().length).toBeGreaterThan(earlierRequests)
    child.kill('SIGKILL')
    await result
    expect(await listLeftovers()).toHaveLength(2)
    expect((await runKerf('cut video.mp4 --to 0.2 -o next.mp4')).code).toBe(0)
    expect(await listLeftovers()).toEqual([basename(livingFolder)])
    await rm(livingFolder, { recursive: true })
  })

  it('names the variable of a missing CA file', async () => {
    const { code, stderr } = await runKerf('cut video.mp4 -o never.mp4', { SSL_CERT_FILE: join(folder, 'nowhere.pem') })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^kerf: SSL_CERT_FILE or .* names a file that cannot be read: .* \(bad_environment\)\n$/)
  })

  it('escapes terminal commands in a link', async () => {
    const { stderr } = await runKerf('cut no\u001b]0;mine\u0007thing\u009b2J.mp4')
    expect(stderr).toMatch(/^kerf: "no\\u001b\]0;mine\\u0007thing\\u009b2J\.mp4" is not an existing file/)
  })

  const MISTAKES: [words: string, code: number, sentence: string][] = [
    [
      'cut nothing.mp4',
      1,
      'kerf: "nothing.mp4" is not an existing file, and not a link to a video or media file. (invalid_link)',
    ],
    ['cut .', 1, 'kerf: "." is a folder. Name a file in it. (invalid_link)'],
    ['cut -a nothing.txt', 1, 'kerf: The list nothing.txt cannot be read: it does not exist. (no_links)'],
    [
      'cut video.mp4 -o nowhere/a.mp4',
      1,
      'kerf: nowhere/a.mp4 cannot be written: the folder does not exist. (output_failed)',
    ],
    ['cut video.mp4 -o talk.mp4/', 1, 'kerf: talk.mp4/ cannot be written: it is a file, not a folder. (output_failed)'],
    ['cut video.mp4 video.mp4 -o nowhere', 1, 'kerf: video.mp4: nowhere is not a folder. (output_failed)'],
    [
      'cut video.mp4 --from soon',
      2,
      'kerf: --from "soon" is not a time. Use 83.5, 1:23.5, 1:02:03.5 or 1m23s. (bad_usage)',
    ],
  ]
  // npm test runs one error of the input and one of the output.
  it.each(isFullRun ? MISTAKES : [MISTAKES[0]!, MISTAKES[4]!])(
    'reports an error in one sentence: kerf %s',
    async (words, code, sentence) => {
      const result = await runKerf(words)
      expect([result.code, result.stdout]).toEqual([code, ''])
      expect(result.stderr.split('\n')[0]).toBe(sentence)
      expect(await listLeftovers()).toEqual([])
    },
  )
})
