import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, watch } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FakeYtdlp, writeFakeYtdlp } from './fake-ytdlp.fixture.ts'
import { createYtdlpRunner, type YtdlpRunnerOptions } from './run-ytdlp.ts'
import { createYtdlpInspector } from './ytdlp-facts.ts'

const signal = new AbortController().signal
const VIDEO = 'dQw4w9WgXcQ'
const FACTS = { version: '2026.08.19', releasedAt: new Date('2026-08-19T00:00:00Z'), flags: new Set<string>() }

function runnerFor(fake: FakeYtdlp, options: Partial<YtdlpRunnerOptions> = {}) {
  return createYtdlpRunner({
    finder: { find: async () => ({ path: fake.path, origin: 'configured' }) },
    inspector: createYtdlpInspector(),
    proxyUrl: 'http://kerf:secret@127.0.0.1:4000',
    concurrency: 2,
    timeoutMilliseconds: 20_000,
    node: { path: '/opt/node', version: '24.1.0' },
    ...options,
  })
}

/** Resolves when the fake has written this file into its folder. */
function appearance(fake: FakeYtdlp, name: string): Promise<string> {
  const path = join(fake.directory, name)
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(path)) return
      const text = readFileSync(path, 'utf8')
      if (text === '') return
      watcher.close()
      resolve(text)
    }
    const watcher = watch(fake.directory, look)
    look()
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie that its new parent has not collected yet is as dead as can be.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('a run of yt-dlp', () => {
  it('gets exactly these arguments, this environment and an empty folder', async () => {
    const fake = await writeFakeYtdlp(`
      const cwd = process.cwd()
      console.log(JSON.stringify({ args: process.argv.slice(2), environment: process.env, inside: fs.readdirSync(cwd), cwd }))
    `)
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
      '--compat-options',
      'no-certifi',
      '--extractor-args',
      'youtube:player_client=visionos',
      '-f',
      'all',
      '-J',
      '--proxy',
      'http://kerf:secret@127.0.0.1:4000',
      '--',
      'https://www.youtube.com/watch?v=-dash-first',
    ])
    // PWD is the shell's own, in whose script the fake is wrapped.
    const { PWD: _, ...given } = environment as Record<string, string>
    expect(given).toEqual({
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      YTDLP_NO_PLUGINS: '1',
      SSL_CERT_FILE: '/etc/ca.pem',
    })
    expect(inside).toEqual([])
    expect(existsSync(String(cwd))).toBe(false)
  })

  it.each([
    [
      'video_private',
      `console.error('ERROR: [youtube] ${VIDEO}: Private video'); console.log('null'); process.exit(1)`,
    ],
    ['source_failed', `console.log('{"id":'); process.exit(0)`],
    ['source_failed', `process.exit(0)`],
    ['source_failed', `console.log('null')`],
    ['source_failed', `console.log('<html>')`],
    ['source_failed', `console.log('{}'); process.exit(3)`],
    ['source_failed', `console.log('{}'); process.kill(process.pid, 'SIGSEGV')`],
  ])('is %s when it does: %s', async (code, body) => {
    const cause = expect.stringMatching(
      /^(ERROR: .*Private video|yt-dlp (said nothing|printed no JSON|was killed)\b.*)$/,
    )
    expect(await runnerFor(await writeFakeYtdlp(body)).ask(VIDEO, signal)).toEqual({ ok: false, code, cause })
  })

  it('is ended when it prints without end', async () => {
    const fake = await writeFakeYtdlp(`
      const more = () => { while (process.stdout.write(Buffer.alloc(1 << 20, 120))) {} }
      process.stdout.on('drain', more); more()
    `)
    expect(await runnerFor(fake).ask(VIDEO, signal)).toMatchObject({ ok: false, code: 'source_failed' })
  })

  it('is read to its last error, however much it complains before', async () => {
    const fake = await writeFakeYtdlp(`
      for (let i = 0; i < 5000; i += 1) fs.writeSync(2, 'WARNING: ' + 'x'.repeat(100) + '\\n')
      fs.writeSync(2, 'ERROR: [youtube] ${VIDEO}: Video unavailable\\n'); process.exit(1)
    `)
    expect(await runnerFor(fake).ask(VIDEO, signal)).toMatchObject({ ok: false, code: 'video_removed' })
  })

  it('is killed with its children when its time is up', async () => {
    const fake = await writeFakeYtdlp('')
    await writeFile(
      fake.path,
      `#!/bin/sh\ntrap '' TERM\n/bin/sleep 1000 &\necho $! > '${fake.directory}/child'\nwait\n`,
    )
    const inspector = { inspect: async () => FACTS }
    const asked = runnerFor(fake, { inspector, timeoutMilliseconds: 1500 }).ask(VIDEO, signal)
    const child = Number(await appearance(fake, 'child'))
    expect(await asked).toMatchObject({ ok: false, code: 'source_timeout' })
    await expect.poll(() => isAlive(child)).toBe(false)
  })

  it('leaves no child behind when it ends by itself', async () => {
    const fake = await writeFakeYtdlp(`
      const child = require('node:child_process').spawn('/bin/sleep', ['1000'], { stdio: 'inherit' })
      fs.writeFileSync(folder + '/child', String(child.pid)); console.log('{"id":"x"}'); child.unref()
    `)
    expect(await runnerFor(fake).ask(VIDEO, signal)).toEqual({ ok: true, json: { id: 'x' } })
    await expect.poll(() => isAlive(Number(readFileSync(join(fake.directory, 'child'), 'utf8')))).toBe(false)
  })

  it('does not outlive the server', async () => {
    const fake = await writeFakeYtdlp('')
    await writeFile(fake.path, `#!/bin/sh\necho $$ > '${fake.directory}/self'\nexec /bin/sleep 1000\n`)
    const server = fork(join(import.meta.dirname, 'exit-early.fixture.ts'), [fake.path])
    const pid = Number(await appearance(fake, 'self'))
    server.send('exit')
    await once(server, 'exit')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('is killed when nobody waits for it any more', async () => {
    const fake = await writeFakeYtdlp(
      `fs.writeFileSync(folder + '/self', String(process.pid)); setInterval(() => {}, 1000)`,
    )
    const controller = new AbortController()
    const runner = runnerFor(fake, { concurrency: 1 })
    const asked = runner.ask(VIDEO, controller.signal)
    const pid = Number(await appearance(fake, 'self'))
    controller.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    // The slot is free again only when the process has ended.
    const second = new AbortController()
    const next = runner.ask('other-video', second.signal)
    await new Promise<void>((resolve) => {
      const watcher = watch(fake.directory, () => {
        if (Number(readFileSync(join(fake.directory, 'self'), 'utf8')) === pid) return
        watcher.close()
        resolve()
      })
    })
    await expect.poll(() => isAlive(pid)).toBe(false)
    second.abort(new Error('done'))
    await expect(next).rejects.toThrow('done')
  })
})

describe('asking yt-dlp', () => {
  it.each(['', 'short', 'dQw4w9WgXcQQ', 'dQw4w9WgXc;', '../../../../', 'dQw4w9WgXc\n', '--exec=true'])(
    'is not done for what is no id: %j',
    async (reference) => {
      const fake = await writeFakeYtdlp(`fs.writeFileSync(folder + '/ran', 'yes')`)
      expect(await runnerFor(fake).ask(reference, signal)).toMatchObject({ ok: false, code: 'invalid_link' })
      expect(existsSync(join(fake.directory, 'ran'))).toBe(false)
    },
  )

  it('is shared by those who ask for the same video at the same time', async () => {
    const fake = await writeFakeYtdlp(`fs.appendFileSync(folder + '/runs', '1'); console.log('{"id":"x"}')`)
    const runner = runnerFor(fake)
    const impatient = new AbortController()
    const asked = [runner.ask(VIDEO, signal), runner.ask(VIDEO, signal), runner.ask(VIDEO, signal)]
    const left = runner.ask(VIDEO, impatient.signal)
    impatient.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await Promise.all(asked)).toEqual(Array(3).fill({ ok: true, json: { id: 'x' } }))
    expect(readFileSync(join(fake.directory, 'runs'), 'utf8')).toBe('1')
    await runner.ask(VIDEO, signal)
    expect(readFileSync(join(fake.directory, 'runs'), 'utf8')).toBe('11')
  })

  it('yields to the server', async () => {
    const fake = await writeFakeYtdlp(`console.log(JSON.stringify({ niceness: require('node:os').getPriority() }))`)
    expect(await runnerFor(fake).ask(VIDEO, signal)).toEqual({ ok: true, json: { niceness: getPriority() + 5 } })
  })

  it('runs no more than the agreed number at once', async () => {
    const fake = await writeFakeYtdlp(`
      fs.writeFileSync(folder + '/run-' + process.pid, '')
      const together = fs.readdirSync(folder).filter((name) => name.startsWith('run-')).length
      setTimeout(() => { fs.rmSync(folder + '/run-' + process.pid); console.log(JSON.stringify(together)) }, 50)
    `)
    const runner = runnerFor(fake, { concurrency: 2 })
    const answers = await Promise.all(
      ['video-aaaaa', 'video-bbbbb', 'video-ccccc', 'video-ddddd', 'video-eeeee'].map((id) => runner.ask(id, signal)),
    )
    expect(Math.max(...answers.map((answer) => (answer.ok ? Number(answer.json) : 99)))).toBeLessThanOrEqual(2)
  })

  it('is refused as busy when too many wait', async () => {
    const fake = await writeFakeYtdlp(`setInterval(() => {}, 1000)`)
    const runner = runnerFor(fake, { concurrency: 1 })
    const controller = new AbortController()
    const waiting = Array.from({ length: 9 }, (_, index) => runner.ask(`video-${10_000 + index}`, controller.signal))
    expect(await runner.ask(VIDEO, signal)).toMatchObject({ ok: false, code: 'busy' })
    controller.abort(new Error('done'))
    const ends = await Promise.allSettled(waiting)
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('is refused when there is no yt-dlp, or none that runs', async () => {
    const fake = await writeFakeYtdlp('')
    const nowhere = runnerFor(fake, { finder: { find: async () => null } })
    expect(await nowhere.ask(VIDEO, signal)).toMatchObject({ ok: false, code: 'resolver_missing' })
    const wrong = { path: join(fake.directory, 'script.cjs'), origin: 'path' as const }
    expect(await runnerFor(fake, { finder: { find: async () => wrong } }).ask(VIDEO, signal)).toMatchObject({
      ok: false,
      code: 'resolver_missing',
    })
  })

  it('asks a program for its version once as long as it stays the same', async () => {
    const fake = await writeFakeYtdlp(
      `console.log('{}')`,
      `if (process.argv.includes('--version')) { fs.appendFileSync(folder + '/asked', '1'); console.log('2026.08.19.123456'); process.exit(0) }
       if (process.argv.includes('--help')) { console.log('--no-exec'); process.exit(0) }`,
    )
    const inspector = createYtdlpInspector()
    const both = await Promise.all([inspector.inspect(fake.path), inspector.inspect(fake.path)])
    await inspector.inspect(fake.path)
    expect(both[0]).toEqual({
      version: '2026.08.19.123456',
      releasedAt: new Date('2026-08-19T00:00:00Z'),
      flags: new Set(['--no-exec']),
    })
    expect(readFileSync(join(fake.directory, 'asked'), 'utf8')).toBe('1')
  })
})
