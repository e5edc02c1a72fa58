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
import { REAL_POSTGRES, throwInTests } from '../../adapters/database/testing/open-test-database.ts'
import { noteMove } from '../../adapters/processes/agreements.ts'
import { joinRegister } from '../../adapters/processes/process-register.ts'
import { workerProcess } from '../../use-cases/testing/process-at-work.ts'
import { readEnvironment } from '../environment/environment.ts'
import { startServerProcess } from '../start-server-process.ts'
import { runDoctor } from './run-doctor.ts'

const MAIN_PATH = join(import.meta.dirname, '../../main.ts')
/** Port of a server that is closed. */
const { port: deadPort, close: closeDeadServer } = await listenOnLoopback(createServer())
await closeDeadServer()

let dataFolder: string
beforeEach(() => {
  dataFolder = join(temporaryDirectory(), 'data')
})

/** Only media links are switched on, so that no video site is contacted. */
const environment = (extraVariables: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATA_DIR: dataFolder,
  SOURCES: 'media',
  YTDLP_PATH: '/nowhere/yt-dlp',
  // A busy machine is slow.
  YOUTUBE_SECONDS: '120',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  ...extraVariables,
})
const runDoctorWith = (extraVariables?: NodeJS.ProcessEnv) => runDoctor(readEnvironment(environment(extraVariables)))

async function withDatabase(runTest: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>) {
  const directory = await openDataDirectory(dataFolder)
  await directory.secret('session')
  const database = await openDatabase({ databaseUrl: null, folder: directory.databasePath, onError: throwInTests })
  await runTest(database)
  await database.close()
  await directory.close()
}

/** Names, sizes and times of all files below the data directory. */
async function describeFiles(): Promise<unknown[]> {
  const names = (await readdir(dataFolder, { recursive: true })).sort()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, mode } = await stat(join(dataFolder, name))
      return [name, size, mtimeMs, mode]
    }),
  )
}

describe('npm run doctor', () => {
  it('reports no problem before the first start, and leaves no files behind', async () => {
    const temporaryNames = () => readdir(tmpdir()).then((names) => names.filter((name) => name.includes('kerf-doctor')))
    const namesBefore = await temporaryNames()
    const { text: report, canCut } = await runDoctorWith({ SMTP_URL: 'smtp://mail.example:587' })
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
    await expect(stat(dataFolder)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await temporaryNames()).toEqual(namesBefore)
  })

  it('reads the settings that an admin has saved, and changes no file', async () => {
    await withDatabase((database) => database.transaction(({ settings }) => settings.write({ sources: ['media'] })))
    const filesBefore = await describeFiles()
    const { text: report, canCut } = await runDoctorWith({ SOURCES: 'youtube' })
    expect([canCut, report]).toEqual([true, expect.stringContaining('Source: Links to media files can be cut.')])
    expect(await describeFiles()).toEqual(filesBefore)
  })

  it('says that nobody can cut and why: without a source, without a data folder, or after a move', async () => {
    await withDatabase(async (database) => {
      await database.transaction(({ settings }) => settings.write({ sources: [] }))
    })
    expect(await runDoctorWith()).toMatchObject({
      canCut: false,
      text: expect.stringContaining('No source is switched on'),
    })
    await withDatabase((database) => noteMove(database.executor, 'the database db.example/kerf'))
    expect(await runDoctorWith()).toMatchObject({
      canCut: false,
      text: expect.stringMatching(
        /failing +Database: This installation was moved to the database db\.example\/kerf on/,
      ),
    })
    const file = join(temporaryDirectory(), 'a-file')
    await writeFile(file, '')
    expect(await runDoctorWith({ DATA_DIR: file })).toMatchObject({
      canCut: false,
      text: expect.stringContaining('Disk: The data directory cannot be read.'),
    })
  })

  it('queries a running Kerf, and says which checks it could not make', async () => {
    const kerf = await startServerProcess(readEnvironment(environment()))
    try {
      const { text: report, canCut } = await runDoctorWith()
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

  it('says that a running Kerf does not answer', async () => {
    const directory = await openDataDirectory(dataFolder)
    await directory.announce({ url: `http://127.0.0.1:${deadPort}` })
    const { text: report, canCut } = await runDoctorWith()
    await directory.close()
    expect(canCut).toBe(false)
    expect(report).toMatch(
      /failing +Workers: Kerf runs as process \d+, but does not answer at http:\/\/127\.0\.0\.1:\d+\./,
    )
  })

  it('exits with 1 if nobody can cut, and with 0 if people can', async () => {
    await mkdir(dataFolder)
    const runWith = async (extraVariables: NodeJS.ProcessEnv) => {
      const env = { PATH: process.env.PATH, ...environment(extraVariables) }
      const child = spawn(process.execPath, [MAIN_PATH, 'doctor'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const [report] = await Promise.all([text(child.stdout), once(child, 'close')])
      return { code: child.exitCode, report }
    }
    expect(await runWith({})).toEqual({ code: 0, report: expect.stringContaining('No trouble is known') })
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }
    expect(await runWith({ ...keys, STORAGE_URL: `s3://clips?endpoint=http://127.0.0.1:${deadPort}` })).toEqual({
      code: 1,
      report: expect.stringMatching(
        /People cannot cut now\.[\s\S]*failing +Storage: The file storage is not responding/,
      ),
    })
  })
})

describe('npm run doctor about YouTube', () => {
  it('requests a video through the configured proxy and CA file, and names the step that answers', async () => {
    const standin = await startYoutubeStandin({ seconds: 2, upToHeight: 360 })
    addCleanup(() => standin.close())
    const { text: report } = await runDoctorWith({
      SOURCES: 'youtube',
      OUTBOUND_PROXY: standin.proxyUrl,
      SSL_CERT_FILE: standin.caPath,
    })
    expect(report).toMatch(/ok +Source: YouTube answers by: innertube\.\n/)
    // Without the CA file, the certificate is not trusted.
    const untrustedReport = await runDoctorWith({ SOURCES: 'youtube', OUTBOUND_PROXY: standin.proxyUrl })
    expect(untrustedReport.canCut).toBe(false)
    expect(untrustedReport.text).toMatch(
      /failing +Source: This server cannot reach YouTube \(tls, www\.youtube\.com, \w+\)/,
    )
  })

  it('names the network error; people can still cut if media links are on', async () => {
    const unreachableProxy = { OUTBOUND_PROXY: `http://127.0.0.1:${deadPort}` }
    const cause = /This server cannot reach YouTube \(proxy, www\.youtube\.com, ECONNREFUSED\)/
    const youtubeReport = await runDoctorWith({ ...unreachableProxy, SOURCES: 'youtube' })
    expect([youtubeReport.canCut, youtubeReport.text]).toEqual([false, expect.stringMatching(cause)])
    const bothReport = await runDoctorWith({ ...unreachableProxy, SOURCES: 'youtube,media' })
    expect([bothReport.canCut, bothReport.text]).toEqual([true, expect.stringMatching(cause)])
    expect(bothReport.text).toContain('Links to media files can still be cut.')
  })
})

describe.skipIf(REAL_POSTGRES.skipped)('npm run doctor about a PostgreSQL', () => {
  it('checks its processes, and says that no worker runs or that the database does not respond', async () => {
    const { database, options } = await REAL_POSTGRES.open()
    const { databaseUrl } = options
    const settings = { DATABASE_URL: databaseUrl ?? '', SESSION_SECRET: 'x'.repeat(32) }
    expect(await runDoctorWith(settings)).toMatchObject({
      canCut: true,
      text: expect.stringContaining('Kerf is not running'),
    })
    const register = await joinRegister(database.executor, {
      describe: () => workerProcess({ concurrency: 0 }),
      onError: throwInTests,
    })
    addCleanup(() => register.leave())
    expect(await runDoctorWith(settings)).toMatchObject({
      canCut: false,
      text: expect.stringContaining('No worker is running.'),
    })
    const unreachableSettings = { ...settings, DATABASE_URL: `postgres://kerf@127.0.0.1:${deadPort}/kerf` }
    expect(await runDoctorWith(unreachableSettings)).toMatchObject({
      canCut: false,
      text: expect.stringMatching(/failing +Database: The database is not responding\./),
    })
  })
})
