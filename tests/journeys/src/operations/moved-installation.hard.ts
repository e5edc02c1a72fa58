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
import { giveCommand, type KerfOptions, type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { FRAME_RATE, openStampedSite } from '../harness/stamped-clips.ts'

const VIDEO_SECONDS = 12
const ADMIN = { email: 'boss@example.org', password: 'a strip of film' }
const CLIP: TimeRange = { startTime: 1.5, endTime: 4 }

interface ClipRequest {
  range: TimeRange
  download: Download
}

/**
 * From the embedded database and its folder to a PostgreSQL and a bucket, from there by a backup to another PostgreSQL, and back into an
 * embedded database: as an operator does it, by commands, with a user whose data must all still be there.
 */
describe.skipIf(postgresPrograms() === null)('an installation that is moved by commands', () => {
  const folder = temporaryDirectory()
  let site: HostileMediaServer
  let paypal: PaypalStandin
  let s3: S3StandIn
  let first: PostgresServer
  let second: PostgresServer
  let anna: Buyer
  let clip: Download
  let clipBytes: Uint8Array
  let waiting: ClipRequest[]
  let secret: string
  let web: RunningKerf
  let worker: RunningKerf
  const running: RunningKerf[] = []
  beforeAll(async () => {
    site = await openStampedSite(folder, VIDEO_SECONDS)
    paypal = await startPaypal()
    s3 = await startS3()
    first = await startPostgres()
    second = await startPostgres()
  })
  afterAll(async () => {
    await Promise.all(running.map((kerf) => kerf.kill()))
    await Promise.all([first?.remove(), second?.remove(), s3?.close(), paypal?.close(), site?.close()])
  })

  const bucketUrl = () => `s3://${s3.bucketName}/kerf?endpoint=${s3.endpoint}`
  const keys = () => ({
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const inBucket = () => ({ STORAGE_URL: bucketUrl(), ...keys() })
  const directory = (name: string) => join(folder, name)

  async function start(name: string, role: KerfOptions['role'] & string, environment: Record<string, string>) {
    const common = { SOURCES: 'media', OUTBOUND_ALLOW: site.host, LOG_LEVEL: 'warn', WORKER_CONCURRENCY: '1' }
    const admin: Record<string, string> =
      role === 'worker' ? {} : { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    const kerf = await startKerf({
      role,
      dataDirectory: directory(name),
      environment: { ...common, ...admin, ...paypal.environment, PUBLIC_URL: 'http://kerf.example', ...environment },
    })
    running.push(kerf)
    return kerf
  }

  const request = (url: string, { startTime, endTime }: TimeRange): Promise<Download> =>
    anna.at(url).request(site.urlOf('/healthy.mp4'), startTime, endTime)

  /** More than one worker has done by then: at least the last of them is moved as one that waits. */
  async function requestForMore({ url }: RunningKerf, lengthSeconds: number): Promise<ClipRequest[]> {
    const ranges = [2, 3, 4, 5].map((startTime) => ({ startTime, endTime: startTime + lengthSeconds }))
    const requests: ClipRequest[] = []
    for (const range of ranges) requests.push({ range, download: await request(url, range) })
    const last = await anna.at(url).status(requests.at(-1)?.download ?? clip)
    expect(['queued', 'processing']).toContain(last.body.status)
    return requests
  }

  async function end(...ending: RunningKerf[]): Promise<void> {
    for (const kerf of ending) await kerf.kill()
  }

  /** Signed in as before and by password, with the plan, the payment and the clip. */
  async function expectEverythingOfAnna({ url }: RunningKerf): Promise<void> {
    const there = anna.at(url)
    expect((await there.call('GET', '/api/auth/user')).body).toMatchObject({ email: anna.email })
    const again = new Buyer(url, { email: anna.email })
    expect((await again.signIn()).status).toBe(200)
    expect((await again.plan()).subscription).toBe('pro-yearly')
    expect(await again.payments()).toMatchObject([{ status: 'paid', plan: 'pro-yearly' }])
    expect(Buffer.from(await there.file(clip)).equals(clipBytes)).toBe(true)
  }

  async function expectCutWhatWaited({ url }: RunningKerf): Promise<void> {
    const there = anna.at(url)
    for (const { range, download } of waiting) {
      expect(await there.finished(download)).toMatchObject({ status: 'completed' })
      await expectExactClip(await there.file(download), range, FRAME_RATE)
    }
  }

  /** Those that live here, and none of those that were left. */
  async function rolesSeen({ url }: RunningKerf): Promise<string[]> {
    const admin = new AccountHolder(url, ADMIN)
    expect((await admin.signIn()).status).toBe(200)
    const { workers } = (await admin.call<AdminHealth>('GET', '/api/admin/health')).body.checks
    return workers.processes.map(({ role }) => role).sort()
  }

  it('moves from one process to a PostgreSQL and a bucket, where other processes continue all work', async () => {
    const kerf = await start('embedded', 'serve', {})
    anna = new Buyer(kerf.url)
    expect((await anna.signUp()).status).toBe(200)
    await anna.buy('pro-yearly', paypal)
    clip = await request(kerf.url, CLIP)
    expect(await anna.finished(clip)).toMatchObject({ status: 'completed' })
    clipBytes = await anna.file(clip)
    await expectExactClip(clipBytes, CLIP, FRAME_RATE)
    waiting = await requestForMore(kerf, 3)
    await end(kerf)

    const words = ['move', '--to', first.url, '--files', bucketUrl()]
    const { exitCode, output } = await giveCommand(words, { DATA_DIR: directory('embedded'), ...keys() })
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^Moved: \d+ tables, \d+ rows/)])
    expect(output).toContain('Set STORAGE_URL')

    // The first process with a different secret gets an error, and takes nothing over.
    const environment = { DATABASE_URL: first.url, ...inBucket() }
    const stranger = { DATA_DIR: directory('stranger'), PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
    const refused = await giveCommand(['web'], { ...environment, ...stranger })
    expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining('(secret_missing)')])

    secret = await readFile(join(directory('embedded'), 'secrets/session'), 'utf8')
    web = await start('web', 'web', { ...environment, SESSION_SECRET: secret })
    await expectEverythingOfAnna(web)
    expect(await rolesSeen(web)).toEqual(['web'])
    worker = await start('worker', 'worker', { ...environment, SESSION_SECRET: secret })
    await expectCutWhatWaited(web)
    expect(await rolesSeen(web)).toEqual(['web', 'worker'])
  })

  it('is backed up while it runs, and restored to another PostgreSQL without its old processes', async () => {
    waiting = await requestForMore(web, 4)
    // It would be done with all of them while the backup is written: what it was at is in there as begun.
    await end(worker)
    const path = join(folder, 'backup')
    const common = { SESSION_SECRET: secret, DATA_DIR: directory('operator') }
    expect(await giveCommand(['backup', path], { ...common, DATABASE_URL: first.url })).toMatchObject({ exitCode: 0 })
    await end(web)

    const environment = { DATABASE_URL: second.url, SESSION_SECRET: secret, ...inBucket() }
    const { exitCode, output } = await giveCommand(['restore', path], { ...common, ...environment })
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^Restored from /)])
    ;[web, worker] = await Promise.all([
      start('web of second', 'web', environment),
      start('worker of second', 'worker', environment),
    ])
    expect(await rolesSeen(web)).toEqual(['web', 'worker'])
    await expectEverythingOfAnna(web)
    await expectCutWhatWaited(web)
  })

  it('moves back into one process with an embedded database', async () => {
    waiting = await requestForMore(web, 5)
    await end(worker, web)
    // They were killed just now, and are still counted.
    const back = { DATA_DIR: directory('back'), SESSION_SECRET: secret }
    const moved = await giveCommand(['move', '--to', 'embedded', '--force'], {
      ...back,
      DATABASE_URL: second.url,
      ...inBucket(),
    })
    expect([moved.exitCode, moved.output]).toEqual([0, expect.stringContaining('Unset DATABASE_URL')])
    const kerf = await start('back', 'serve', { SESSION_SECRET: secret, ...inBucket() })
    expect(await rolesSeen(kerf)).toEqual(['serve'])
    await expectEverythingOfAnna(kerf)
    await expectCutWhatWaited(kerf)
  })
})
