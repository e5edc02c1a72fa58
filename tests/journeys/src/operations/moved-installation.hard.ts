import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { Download } from '@kerf/contract/download'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import { type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { Buyer } from '../harness/buyer.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { type KerfOptions, type RunningKerf, runCommand, startKerf } from '../harness/servers/start-kerf.ts'
import { FRAME_RATE, openStampedSite } from '../harness/stamped-clips.ts'

const VIDEO_SECONDS = 12
const ADMIN = { email: 'boss@example.org', password: 'a strip of film' }
const CLIP_RANGE: TimeRange = { startTime: 1.5, endTime: 4 }

interface ClipRequest {
  range: TimeRange
  download: Download
}

/**
 * An operator moves an installation with commands:
 *
 * from the embedded database and its folder to a PostgreSQL and a bucket, through a backup to another PostgreSQL, and
 * back into an embedded database. All data of a user must survive.
 */
describe.skipIf(postgresPrograms() === null)('an installation that is moved by commands', () => {
  const folder = temporaryDirectory()
  let site: HostileMediaServer
  let paypal: PaypalStandin
  let s3: S3StandIn
  let firstPostgres: PostgresServer
  let secondPostgres: PostgresServer
  let anna: Buyer
  let clip: Download
  let clipBytes: Uint8Array
  let waitingClips: ClipRequest[]
  let secret: string
  let web: RunningKerf
  let worker: RunningKerf
  const runningServers: RunningKerf[] = []
  beforeAll(async () => {
    site = await openStampedSite(folder, VIDEO_SECONDS)
    paypal = await startPaypal()
    s3 = await startS3()
    firstPostgres = await startPostgres()
    secondPostgres = await startPostgres()
  })
  afterAll(async () => {
    await Promise.all(runningServers.map((kerf) => kerf.kill()))
    await Promise.all([firstPostgres?.remove(), secondPostgres?.remove(), s3?.close(), paypal?.close(), site?.close()])
  })

  const bucketUrl = () => `s3://${s3.bucketName}/kerf?endpoint=${s3.endpoint}`
  const bucketKeys = () => ({
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const bucketEnvironment = () => ({ STORAGE_URL: bucketUrl(), ...bucketKeys() })
  const directory = (name: string) => join(folder, name)

  async function startServer(name: string, role: KerfOptions['role'] & string, environment: Record<string, string>) {
    const commonEnvironment = {
      SOURCES: 'media',
      OUTBOUND_ALLOW: site.host,
      LOG_LEVEL: 'warn',
      WORKER_CONCURRENCY: '1',
    }
    const admin: Record<string, string> =
      role === 'worker' ? {} : { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    const kerf = await startKerf({
      role,
      dataDirectory: directory(name),
      environment: {
        ...commonEnvironment,
        ...admin,
        ...paypal.environment,
        PUBLIC_URL: 'http://kerf.example',
        ...environment,
      },
    })
    runningServers.push(kerf)
    return kerf
  }

  const request = (url: string, { startTime, endTime }: TimeRange): Promise<Download> =>
    anna.atUrl(url).requestClip(site.urlOf('/healthy.mp4'), startTime, endTime)

  /** Requests more clips than one worker has cut by then, so at least the last one is moved while it waits. */
  async function requestSeveral({ url }: RunningKerf, lengthSeconds: number): Promise<ClipRequest[]> {
    const ranges = [2, 3, 4, 5].map((startTime) => ({ startTime, endTime: startTime + lengthSeconds }))
    const requests: ClipRequest[] = []
    for (const range of ranges) requests.push({ range, download: await request(url, range) })
    const lastStatus = await anna.atUrl(url).fetchStatus(requests.at(-1)?.download ?? clip)
    expect(['queued', 'processing']).toContain(lastStatus.body.status)
    return requests
  }

  async function killAll(...kerfs: RunningKerf[]): Promise<void> {
    for (const kerf of kerfs) await kerf.kill()
  }

  /** Expects Anna's session, password, plan, payment and clip. */
  async function expectEverythingOfAnna({ url }: RunningKerf): Promise<void> {
    const movedAnna = anna.atUrl(url)
    expect((await movedAnna.call('GET', '/api/auth/user')).body).toMatchObject({ email: anna.email })
    const returningAnna = new Buyer(url, { email: anna.email })
    expect((await returningAnna.signIn()).status).toBe(200)
    expect((await returningAnna.readSubscription()).subscription).toBe('pro-yearly')
    expect(await returningAnna.readPayments()).toMatchObject([{ status: 'paid', plan: 'pro-yearly' }])
    expect(Buffer.from(await movedAnna.fetchFile(clip)).equals(clipBytes)).toBe(true)
  }

  async function expectWaitingClipsCut({ url }: RunningKerf): Promise<void> {
    const movedAnna = anna.atUrl(url)
    for (const { range, download } of waitingClips) {
      expect(await movedAnna.waitUntilEnded(download)).toMatchObject({ status: 'completed' })
      await expectExactClip(await movedAnna.fetchFile(download), range, FRAME_RATE)
    }
  }

  /** Roles of the processes that this server lists. Processes of an earlier place are not listed. */
  async function readRoles({ url }: RunningKerf): Promise<string[]> {
    const admin = new AccountHolder(url, ADMIN)
    expect((await admin.signIn()).status).toBe(200)
    const { workers } = (await admin.call<AdminHealth>('GET', '/api/admin/health')).body.checks
    return workers.processes.map(({ role }) => role).sort()
  }

  it('moves from one process to a PostgreSQL and a bucket, where other processes continue all work', async () => {
    const kerf = await startServer('embedded', 'serve', {})
    anna = new Buyer(kerf.url)
    expect((await anna.signUp()).status).toBe(200)
    await anna.buy('pro-yearly', paypal)
    clip = await request(kerf.url, CLIP_RANGE)
    expect(await anna.waitUntilEnded(clip)).toMatchObject({ status: 'completed' })
    clipBytes = await anna.fetchFile(clip)
    await expectExactClip(clipBytes, CLIP_RANGE, FRAME_RATE)
    waitingClips = await requestSeveral(kerf, 3)
    await killAll(kerf)

    const words = ['move', '--to', firstPostgres.url, '--files', bucketUrl()]
    const { exitCode, output } = await runCommand(words, { DATA_DIR: directory('embedded'), ...bucketKeys() })
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^Moved: \d+ tables, \d+ rows/)])
    expect(output).toContain('Set STORAGE_URL')

    // A process with a different secret is refused, and takes nothing over.
    const environment = { DATABASE_URL: firstPostgres.url, ...bucketEnvironment() }
    const strangerEnvironment = { DATA_DIR: directory('stranger'), PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
    const refusedStart = await runCommand(['web'], { ...environment, ...strangerEnvironment })
    expect([refusedStart.exitCode, refusedStart.output]).toEqual([1, expect.stringContaining('(secret_missing)')])

    secret = await readFile(join(directory('embedded'), 'secrets/session'), 'utf8')
    web = await startServer('web', 'web', { ...environment, SESSION_SECRET: secret })
    await expectEverythingOfAnna(web)
    expect(await readRoles(web)).toEqual(['web'])
    worker = await startServer('worker', 'worker', { ...environment, SESSION_SECRET: secret })
    await expectWaitingClipsCut(web)
    expect(await readRoles(web)).toEqual(['web', 'worker'])
  })

  it('is backed up while it runs, and restored to another PostgreSQL without its old processes', async () => {
    waitingClips = await requestSeveral(web, 4)
    // The worker would finish all clips during the backup. It is killed, so the backup holds its clip as begun.
    await killAll(worker)
    const path = join(folder, 'backup')
    const commonEnvironment = { SESSION_SECRET: secret, DATA_DIR: directory('operator') }
    expect(await runCommand(['backup', path], { ...commonEnvironment, DATABASE_URL: firstPostgres.url })).toMatchObject(
      { exitCode: 0 },
    )
    await killAll(web)

    const environment = { DATABASE_URL: secondPostgres.url, SESSION_SECRET: secret, ...bucketEnvironment() }
    const { exitCode, output } = await runCommand(['restore', path], { ...commonEnvironment, ...environment })
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^Restored from /)])
    ;[web, worker] = await Promise.all([
      startServer('web of second', 'web', environment),
      startServer('worker of second', 'worker', environment),
    ])
    expect(await readRoles(web)).toEqual(['web', 'worker'])
    await expectEverythingOfAnna(web)
    await expectWaitingClipsCut(web)
  })

  it('moves back into one process with an embedded database', async () => {
    waitingClips = await requestSeveral(web, 5)
    await killAll(worker, web)
    // The processes were killed just now, and still count as running.
    const targetEnvironment = { DATA_DIR: directory('back'), SESSION_SECRET: secret }
    const moveResult = await runCommand(['move', '--to', 'embedded', '--force'], {
      ...targetEnvironment,
      DATABASE_URL: secondPostgres.url,
      ...bucketEnvironment(),
    })
    expect([moveResult.exitCode, moveResult.output]).toEqual([0, expect.stringContaining('Unset DATABASE_URL')])
    const kerf = await startServer('back', 'serve', { SESSION_SECRET: secret, ...bucketEnvironment() })
    expect(await readRoles(kerf)).toEqual(['serve'])
    await expectEverythingOfAnna(kerf)
    await expectWaitingClipsCut(kerf)
  })
})
