import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { REAL, throwInTests } from '../../adapters/database/testing/open-test-database.ts'
import { noteMove } from '../../adapters/processes/agreements.ts'
import { joinRegister } from '../../adapters/processes/process-register.ts'
import { workerProcess } from '../../use-cases/testing/process-at-work.ts'
import { readEnvironment } from '../environment/environment.ts'
import { startKerf } from '../start-kerf.ts'
import { runDoctor } from './run-doctor.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')
/** Port of a server that has gone. */
const { port: deadPort, close: free } = await listenOnLoopback(createServer())
await free()

let data: string
beforeEach(() => {
  data = join(temporaryDirectory(), 'data')
})

/** Media links alone, so that nobody is asked for a video. */
const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATA_DIR: data,
  SOURCES: 'media',
  YTDLP_PATH: '/nowhere/yt-dlp',
  // A busy machine is slow.
  YOUTUBE_SECONDS: '120',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  ...more,
})
const doctor = (more?: NodeJS.ProcessEnv) => runDoctor(readEnvironment(environment(more)))

async function withDatabase(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>) {
  const directory = await openDataDirectory(data)
  await directory.secret('session')
  const database = await openDatabase({ databaseUrl: null, folder: directory.databasePath, onError: throwInTests })
  await work(database)
  await database.close()
  await directory.close()
}

/** Names, sizes and times of all files below the data directory. */
async function everyFile(): Promise<unknown[]> {
  const names = (await readdir(data, { recursive: true })).sort()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, mode } = await stat(join(data, name))
      return [name, size, mtimeMs, mode]
    }),
  )
}

describe('npm run doctor', () => {
  it('says before the first start that nothing is in the way, and makes nothing but what it removes', async () => {
    const temporaryNames = () => readdir(tmpdir()).then((names) => names.filter((name) => name.includes('kerf-doctor')))
    const before = await temporaryNames()
    const { text: report, canCut } = await doctor({ SMTP_URL: 'smtp://mail.example:587' })
    expect(canCut).toBe(true)
    expect(report.split('\n')).toEqual([
      expect.stringMatching(/^Kerf \d+\.\d+\.\d+ on .*data$/),
      '',
      'No trouble is known, but not everything has been tested yet.',
      '',
      'untested  Workers: Kerf is not running. Start it with npm start.',
      'ok        Source: Links to media files can be cut. YouTube links are turned off.',
      expect.stringMatching(/^ok {8}Engine: The media library is loaded: FFmpeg \S+, node-av \S+\.$/),
      expect.stringMatching(/^\w+ +Disk: /),
      'ok        Mail: Emails are sent by the mail server mail.example:587.',
      expect.stringMatching(/^untested {2}Address: PUBLIC_URL is not set/),
      expect.stringMatching(/^off {7}Updates: This is version \S+\. Kerf asks nobody/),
    ])
    await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await temporaryNames()).toEqual(before)
  })

  it('reads what an admin has saved, and leaves every file as it was', async () => {
    await withDatabase((database) => database.transaction(({ settings }) => settings.write({ sources: ['media'] })))
    const before = await everyFile()
    const { text: report, canCut } = await doctor({ SOURCES: 'youtube' })
    expect([canCut, report]).toEqual([true, expect.stringContaining('Source: Links to media files can be cut.')])
    expect(await everyFile()).toEqual(before)
  })

  it('says that nobody can cut, and why: without a source, a folder, or the database that has moved', async () => {
    await withDatabase(async (database) => {
      await database.transaction(({ settings }) => settings.write({ sources: [] }))
    })
    expect(await doctor()).toMatchObject({ canCut: false, text: expect.stringContaining('No source is switched on') })
    await withDatabase((database) => noteMove(database.executor, 'the database db.example/kerf'))
    expect(await doctor()).toMatchObject({
      canCut: false,
      text: expect.stringMatching(
        /failing +Database: This installation was moved to the database db\.example\/kerf on/,
      ),
    })
    const file = join(temporaryDirectory(), 'a-file')
    await writeFile(file, '')
    expect(await doctor({ DATA_DIR: file })).toMatchObject({
      canCut: false,
      text: expect.stringContaining('Disk: The data directory cannot be read.'),
    })
  })

  it('asks the Kerf that is running, and says what it could not look at', async () => {
    const kerf = await startKerf(readEnvironment(environment()))
    try {
      const { text: report, canCut } = await doctor()
      expect(canCut).toBe(true)
      expect(report).toContain('\nPeople can cut.\n')
      expect(report).toMatch(
        new RegExp(
          `untested +Database: It is in use by process ${process.pid}, so saved settings and waiting emails were`,
        ),
      )
    } finally {
      await kerf.stop()
    }
  })

  it('says that a Kerf that is running does not answer', async () => {
    const directory = await openDataDirectory(data)
    await directory.announce({ url: `http://127.0.0.1:${deadPort}` })
    const { text: report, canCut } = await doctor()
    await directory.close()
    expect(canCut).toBe(false)
    expect(report).toMatch(
      /failing +Workers: Kerf runs as process \d+, but does not answer at http:\/\/127\.0\.0\.1:\d+\./,
    )
  })

  it('ends with 1 where nobody can cut, and with 0 where people can', async () => {
    await mkdir(data)
    const run = async (more: NodeJS.ProcessEnv) => {
      const env = { PATH: process.env.PATH, ...environment(more) }
      const child = spawn(process.execPath, [MAIN, 'doctor'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const [report] = await Promise.all([text(child.stdout), once(child, 'close')])
      return { code: child.exitCode, report }
    }
    expect(await run({})).toEqual({ code: 0, report: expect.stringContaining('No trouble is known') })
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }
    expect(await run({ ...keys, STORAGE_URL: `s3://clips?endpoint=http://127.0.0.1:${deadPort}` })).toEqual({
      code: 1,
      report: expect.stringMatching(
        /People cannot cut now\.[\s\S]*failing +Storage: The file storage is not responding/,
      ),
    })
  })
})

describe('npm run doctor about YouTube', () => {
  it('asks it for a video, by the proxy and the authorities of the settings, and names the step that answers', async () => {
    const standin = await startYoutubeStandin({ seconds: 2, upToHeight: 360 })
    addCleanup(() => standin.close())
    const { text: report } = await doctor({
      SOURCES: 'youtube',
      OUTBOUND_PROXY: standin.proxyUrl,
      SSL_CERT_FILE: standin.caPath,
    })
    expect(report).toMatch(/ok +Source: YouTube answers by: innertube\.\n/)
    // Without the authority, the certificate is one that nobody knows.
    const untrusting = await doctor({ SOURCES: 'youtube', OUTBOUND_PROXY: standin.proxyUrl })
    expect(untrusting.canCut).toBe(false)
    expect(untrusting.text).toMatch(/failing +Source: This server cannot reach YouTube \(tls, www\.youtube\.com, \w+\)/)
  })

  it('names the nearest cause where the network is in the way, which is a limit where media links are on', async () => {
    const away = { OUTBOUND_PROXY: `http://127.0.0.1:${deadPort}` }
    const cause = /This server cannot reach YouTube \(proxy, www\.youtube\.com, ECONNREFUSED\)/
    const only = await doctor({ ...away, SOURCES: 'youtube' })
    expect([only.canCut, only.text]).toEqual([false, expect.stringMatching(cause)])
    const both = await doctor({ ...away, SOURCES: 'youtube,media' })
    expect([both.canCut, both.text]).toEqual([true, expect.stringMatching(cause)])
    expect(both.text).toContain('Links to media files can still be cut.')
  })
})

describe.skipIf(REAL.skipped)('npm run doctor about a PostgreSQL', () => {
  it('lists its processes, and says that none of them cuts, or that it does not respond', async () => {
    const { database, options } = await REAL.open()
    const { databaseUrl } = options
    const settings = { DATABASE_URL: databaseUrl ?? '', SESSION_SECRET: 'x'.repeat(32) }
    expect(await doctor(settings)).toMatchObject({ canCut: true, text: expect.stringContaining('Kerf is not running') })
    const register = await joinRegister(database.executor, {
      describe: () => workerProcess({ concurrency: 0 }),
      onError: throwInTests,
    })
    addCleanup(() => register.leave())
    expect(await doctor(settings)).toMatchObject({
      canCut: false,
      text: expect.stringContaining('No worker is running.'),
    })
    const nowhere = { ...settings, DATABASE_URL: `postgres://kerf@127.0.0.1:${deadPort}/kerf` }
    expect(await doctor(nowhere)).toMatchObject({
      canCut: false,
      text: expect.stringMatching(/failing +Database: The database is not responding\./),
    })
  })
})
