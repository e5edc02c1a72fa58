import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findBubblewrap } from '../confinement.ts'
import { youtubeQuestion } from '../youtube/steps/ytdlp.ts'
import { type FakeYtdlp, writeFakeYtdlp } from './fake-ytdlp.fixture.ts'
import { createYtdlpInspector } from './ytdlp-facts.ts'
import { createYtdlpRunner, type YtdlpRunnerOptions } from './ytdlp-runner.ts'

const signal = new AbortController().signal
const VIDEO_ID = 'dQw4w9WgXcQ'

/** An introduction that runs in Node without a shell: a shell would add environment variables. */
const NODE_ONLY_INTRODUCTION = `
  if (process.argv.includes('--version')) { console.log('2026.08.19'); process.exit(0) }
  if (process.argv.includes('--help')) { console.log('--no-exec --js-runtimes --compat-options'); process.exit(0) }
`

function runnerFor(
  fake: FakeYtdlp,
  {
    proxyUrl = 'http://kerf:secret@127.0.0.1:4000',
    ...options
  }: Partial<YtdlpRunnerOptions & { proxyUrl: string }> = {},
) {
  const runner = createYtdlpRunner({
    finder: { find: async () => ({ path: fake.path, origin: 'configured' }) },
    inspector: createYtdlpInspector(),
    concurrency: 2,
    timeoutMilliseconds: 20_000,
    ...options,
  })
  return {
    ask: (videoId: string, signal: AbortSignal) =>
      runner.ask({ ...youtubeQuestion(videoId, '/opt/node'), proxyUrl }, signal),
  }
}

/**
 * Starts a proxy that counts calls. A fake yt-dlp can reach nothing else, and its call lasts as long as its process.
 */
async function startCountingProxy() {
  const counts = { calls: 0, open: 0, maxOpen: 0 }
  const server = createServer((socket) => {
    counts.calls += 1
    counts.open += 1
    counts.maxOpen = Math.max(counts.maxOpen, counts.open)
    socket.on('error', () => undefined).on('close', () => (counts.open -= 1))
    socket.resume()
  })
  const { port, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return { counts, proxyUrl: `http://kerf:secret@127.0.0.1:${port}` }
}

describe('a run of yt-dlp', () => {
  it('has exactly these arguments, this environment and an empty folder', async () => {
    const fake = await writeFakeYtdlp(
      `const cwd = process.cwd()
      console.log(JSON.stringify({ args: process.argv.slice(2), environment: process.env, inside: fs.readdirSync(cwd), cwd }))`,
      NODE_ONLY_INTRODUCTION,
    )
    const answer = await runnerFor(fake, { sslCertFile: '/etc/ca.pem' }).ask('-dash-first', signal)
    const { args, environment, inside, cwd } = (answer as unknown as { json: Record<string, unknown> }).json
    expect(args).toEqual([
      '--ignore-config',
      '--ies',
      'youtube',
      '--no-playlist',
      '--no-cache-dir',
      '--default-search',
      'error',
      '--socket-timeout',
      '10',
      '--no-exec',
      '--js-runtimes',
      'node:/opt/node',
      '--extractor-args',
      'youtube:player_client=default,-visionos,web_embedded,tv_downgraded',
      '--compat-options',
      'no-certifi',
      '-f',
      'all',
      '-J',
      '--proxy',
      'http://kerf:secret@127.0.0.1:4000',
      '--',
      'https://www.youtube.com/watch?v=-dash-first',
    ])
    // bubblewrap sets PWD, and the confinement adds the socket `proxy`.
    const { PWD: _, ...variables } = environment as Record<string, string>
    expect(variables).toEqual({
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      TMPDIR: cwd,
      LANG: 'C.UTF-8',
      YTDLP_NO_PLUGINS: '1',
      SSL_CERT_FILE: '/etc/ca.pem',
    })
    expect((inside as string[]).filter((name) => name !== 'proxy')).toEqual([])
    expect(existsSync(String(cwd))).toBe(false)
  })

  it.each([
    [
      'video_private',
      `console.error('ERROR: [youtube] ${VIDEO_ID}: Private video'); console.log('null'); process.exit(1)`,
    ],
    ['source_failed', `console.log('{"id":'); process.exit(0)`],
    ['source_failed', `process.exit(0)`],
    ['source_failed', `console.log('null')`],
    ['source_failed', `console.log('<html>')`],
    ['source_failed', `console.log('{}'); process.exit(3)`],
    ['source_failed', `console.log('{}'); process.kill(process.pid, 'SIGSEGV')`],
  ])('fails as %s if it does: %s', async (code, body) => {
    const cause = expect.stringMatching(
      /^(ERROR: .*Private video|yt-dlp (said nothing|printed no JSON|was killed)\b.*)$/,
    )
    expect(await runnerFor(await writeFakeYtdlp(body)).ask(VIDEO_ID, signal)).toEqual({
      ok: false,
      blame: code === 'video_private' ? 'video' : 'step',
      code,
      cause,
    })
  })

  it('is ended if it prints endlessly', async () => {
    const fake = await writeFakeYtdlp(`
      const more = () => { while (process.stdout.write(Buffer.alloc(1 << 20, 120))) {} }
      process.stdout.on('drain', more); more()
    `)
    expect(await runnerFor(fake).ask(VIDEO_ID, signal)).toMatchObject({ ok: false, code: 'source_failed' })
  })

  it('is read to its last error, after any number of warnings', async () => {
    const fake = await writeFakeYtdlp(`
      for (let i = 0; i < 5000; i += 1) fs.writeSync(2, 'WARNING: ' + 'x'.repeat(100) + '\\n')
      fs.writeSync(2, 'ERROR: [youtube] ${VIDEO_ID}: Video unavailable\\n'); process.exit(1)
    `)
    expect(await runnerFor(fake).ask(VIDEO_ID, signal)).toMatchObject({ ok: false, code: 'video_removed' })
  })

  it('is killed with its children after its timeout', async () => {
    const { counts, proxyUrl } = await startCountingProxy()
    const fake = await writeFakeYtdlp(`
      process.on('SIGTERM', () => undefined)
      call()
      const child = [process.argv[1], 'a child of', ...process.argv.slice(2)]
      if (!process.argv.includes('a child of')) require('node:child_process').spawn(process.execPath, child, { stdio: 'inherit' })
    `)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answer = runnerFor(fake, { proxyUrl }).ask(VIDEO_ID, signal)
    await expect.poll(() => counts.open).toBe(2)
    vi.advanceTimersByTime(20_000)
    expect(await answer).toMatchObject({ ok: false, code: 'source_timeout' })
    await expect.poll(() => counts.open).toBe(0)
  })

  it('leaves no child behind when it exits', async () => {
    const { counts, proxyUrl } = await startCountingProxy()
    const fake = await writeFakeYtdlp(`
      const child = [process.argv[1], 'a child of', ...process.argv.slice(2)]
      if (process.argv.includes('a child of')) call().on('connect', () => fs.writeSync(1, '{"id":"x"}'))
      else require('node:child_process').spawn(process.execPath, child, { stdio: ['pipe', 'pipe', 'inherit'] })
        .stdout.once('data', (words) => { fs.writeSync(1, words); process.exit() })
    `)
    expect(await runnerFor(fake, { proxyUrl }).ask(VIDEO_ID, signal)).toEqual({ ok: true, json: { id: 'x' } })
    await expect.poll(() => counts).toMatchObject({ calls: 1, open: 0 })
  })

  // A killed server cannot end its children. bubblewrap ends them.
  const endings = findBubblewrap() === null ? (['exit'] as const) : (['exit', 'SIGKILL'] as const)
  it.each(endings)('does not outlive the server, which ends by %s', async (endingName) => {
    const { counts, proxyUrl } = await startCountingProxy()
    const fake = await writeFakeYtdlp('call()')
    const server = fork(join(import.meta.dirname, '../ytdlp/exit-early.fixture.ts'), [fake.path, proxyUrl])
    await expect.poll(() => counts.open).toBe(1)
    if (endingName === 'exit') server.send('exit')
    else server.kill(endingName)
    await once(server, 'exit')
    await expect.poll(() => counts.open).toBe(0)
  })

  it.each(['it ends by itself', 'the server exits'])(
    'leaves no child in its own process group if %s, even without bubblewrap',
    async (ending) => {
      const { counts, proxyUrl } = await startCountingProxy()
      const fake = await writeFakeYtdlp(`
        const child = [process.argv[1], 'a child of', ...process.argv.slice(2)]
        const start = () => require('node:child_process').spawn(process.execPath, child, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
        if (process.argv.includes('a child of')) call().on('connect', () => fs.writeSync(1, 'called'))
        else start().stdout.once('data', () => { ${ending === 'the server exits' ? 'call()' : 'process.exit()'} })
      `)
      const fixture = join(import.meta.dirname, '../ytdlp/exit-early.fixture.ts')
      const server = fork(fixture, [fake.path, proxyUrl], { env: { ...process.env, PATH: '' } })
      onTestFinished(() => void server.kill())
      await expect.poll(() => counts.calls).toBe(ending === 'the server exits' ? 2 : 1)
      if (ending === 'the server exits') {
        server.send('exit')
        await once(server, 'exit')
      }
      await expect.poll(() => counts.open).toBe(0)
    },
  )

  it("removes the folder of a killed server's run, but not of one that may still run", async () => {
    const { counts, proxyUrl } = await startCountingProxy()
    const fake = await writeFakeYtdlp('call()')
    const temporaryFolder = temporaryDirectory()
    const startServer = async (serversBefore: number) => {
      const fixture = join(import.meta.dirname, '../ytdlp/exit-early.fixture.ts')
      const server = fork(fixture, [fake.path, proxyUrl], { env: { ...process.env, TMPDIR: temporaryFolder } })
      await expect.poll(() => counts.calls).toBe(serversBefore + 1)
      return async () => {
        server.kill('SIGKILL')
        await once(server, 'exit')
      }
    }
    const kill = await startServer(0)
    const [abandonedFolder = ''] = await readdir(temporaryFolder)
    await kill()
    const killAnother = await startServer(1)
    expect(await readdir(temporaryFolder)).toHaveLength(2)
    await killAnother()
    await utimes(join(temporaryFolder, abandonedFolder), 0, 0)
    await (await startServer(2))()
    expect(await readdir(temporaryFolder)).toHaveLength(2)
    expect(await readdir(temporaryFolder)).not.toContain(abandonedFolder)
  })

  // If root runs the server, the owner of such a folder could change its files during the removal.
  it.skipIf(process.getuid?.() !== 0)("leaves another user's folder of that name alone", async () => {
    const temporaryFolder = temporaryDirectory()
    const [theirFolder, ourFolder] = [
      join(temporaryFolder, 'kerf-ytdlp-theirs'),
      join(temporaryFolder, 'kerf-ytdlp-ours'),
    ]
    for (const folder of [theirFolder, ourFolder]) await mkdir(folder)
    await chown(theirFolder, 65_534, 65_534)
    for (const folder of [theirFolder, ourFolder]) await utimes(folder, 0, 0)
    const fake = await writeFakeYtdlp('')
    vi.stubEnv('TMPDIR', temporaryFolder)
    onTestFinished(() => void vi.unstubAllEnvs())
    await runnerFor(fake).ask(VIDEO_ID, signal)
    expect(await readdir(temporaryFolder)).toEqual(['kerf-ytdlp-theirs'])
  })

  it('is killed when the last caller leaves', async () => {
    const { counts, proxyUrl } = await startCountingProxy()
    const controller = new AbortController()
    const runner = runnerFor(await writeFakeYtdlp('call()'), { proxyUrl, concurrency: 1 })
    const answer = runner.ask(VIDEO_ID, controller.signal)
    await expect.poll(() => counts.open).toBe(1)
    controller.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    // The slot becomes free only when the process has ended.
    const nextController = new AbortController()
    const nextAnswer = runner.ask('other-video', nextController.signal)
    await expect.poll(() => counts.calls).toBe(2)
    expect(counts.maxOpen).toBe(1)
    nextController.abort(new Error('done'))
    await expect(nextAnswer).rejects.toThrow('done')
  })
})

describe('a request to yt-dlp', () => {
  it('yields to the server', async () => {
    const fake = await writeFakeYtdlp(`console.log(JSON.stringify({ niceness: require('node:os').getPriority() }))`)
    expect(await runnerFor(fake).ask(VIDEO_ID, signal)).toEqual({ ok: true, json: { niceness: getPriority() + 5 } })
  })

  it('waits while the allowed number run', async () => {
    const { counts, proxyUrl } = await startCountingProxy()
    const fake = await writeFakeYtdlp(`
      call().on('connect', () => setTimeout(() => { console.log('{}'); process.exit() }, 50))
    `)
    const runner = runnerFor(fake, { proxyUrl, concurrency: 2 })
    await Promise.all(
      ['video-aaaaa', 'video-bbbbb', 'video-ccccc', 'video-ddddd', 'video-eeeee'].map((id) => runner.ask(id, signal)),
    )
    expect(counts.calls).toBe(5)
    expect(counts.maxOpen).toBeLessThanOrEqual(2)
  })

  it('is refused as busy if too many wait', async () => {
    const fake = await writeFakeYtdlp(`setInterval(() => {}, 1000)`)
    const runner = runnerFor(fake, { concurrency: 1 })
    const controller = new AbortController()
    const answers = Array.from({ length: 9 }, (_, index) => runner.ask(`video-${10_000 + index}`, controller.signal))
    expect(await runner.ask(VIDEO_ID, signal)).toMatchObject({ ok: false, code: 'busy' })
    controller.abort(new Error('done'))
    const results = await Promise.allSettled(answers)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('is refused if yt-dlp is missing or does not run', async () => {
    const fake = await writeFakeYtdlp('')
    const runnerWithoutProgram = runnerFor(fake, { finder: { find: async () => null } })
    expect(await runnerWithoutProgram.ask(VIDEO_ID, signal)).toMatchObject({ ok: false, code: 'resolver_missing' })
    const folder = { path: fake.directory, origin: 'path' as const }
    expect(await runnerFor(fake, { finder: { find: async () => folder } }).ask(VIDEO_ID, signal)).toMatchObject({
      ok: false,
      code: 'resolver_missing',
    })
  })

  it('reads the version of a program once, while the program stays the same', async () => {
    const fake = await writeFakeYtdlp(
      `console.log('{}')`,
      `if (process.argv.includes('--version')) { console.log('2026.08.19.123456'); process.exit(0) }
       if (process.argv.includes('--help')) { console.log('--no-exec'); process.exit(0) }`,
    )
    const inspector = createYtdlpInspector()
    const firstFacts = await Promise.all([inspector.inspect(fake.path), inspector.inspect(fake.path)])
    const laterFacts = await inspector.inspect(fake.path)
    expect(firstFacts[0]).toEqual({
      version: '2026.08.19.123456',
      releasedAt: new Date('2026-08-19T00:00:00Z'),
      flags: new Set(['--no-exec']),
    })
    expect(firstFacts[1]).toBe(firstFacts[0])
    expect(laterFacts).toBe(firstFacts[0])
  })

  it('reads the version again once there is disk space', async () => {
    const fake = await writeFakeYtdlp('')
    const inspector = createYtdlpInspector()
    vi.stubEnv('TMPDIR', join(fake.directory, 'no room'))
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(inspector.inspect(fake.path)).rejects.toThrow('ENOENT')
    vi.unstubAllEnvs()
    expect(await inspector.inspect(fake.path)).toMatchObject({ version: '2026.08.19' })
  })
})
