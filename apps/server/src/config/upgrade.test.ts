import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Connection } from '../adapters/database/engine/connection.ts'
import { connectDatabase, openDatabase } from '../adapters/database/open-database.ts'
import {
  type DatabaseKind,
  describeOnDatabases,
  type TestDatabase,
  throwInTests,
} from '../adapters/database/testing/open-test-database.ts'
import { openApp, SESSION_COOKIE } from '../http/testing/open-app.ts'
import { openPeople } from '../use-cases/testing/people.ts'
import { openTestBackend } from '../use-cases/testing/test-backend.ts'

/** Dump (pg_dump) of an installation of version 0.1.0 that people have used. */
const DUMP_SQL = readFileSync(join(import.meta.dirname, 'testing/installation-0.1.0.sql'), 'utf8')
/** Secret that signed the sessions in the dump. */
const SECRET = 'the secret of this installation'
/** New names of renamed tables, by their names in the dump. */
const NEW_TABLE_NAMES: Record<string, string> = {
  provider_notices: 'provider_webhook_events',
  plan_end_letters: 'plan_end_emails',
}

const VISITOR = {
  cookie: 'kerf_viewer=MUpcqRFZT7FkFOIoBiPlphJ6rzrHQ8PS7ZvSBP8V9Z0',
  videoId: 'SaCoN3rTsuvBj81Igq8qjg',
  downloadId: 'naAto-IZsV7vjml33Ee8jQ',
  clipId: 'syOsrut54arDbKgqI-KOJg',
}
const BERT = {
  cookie: `${SESSION_COOKIE}=jI6hotlKaTYH0ghW2m507KFOM7hnx3o4.jlfxUBrtyNGQbM77lg2cyjzx4ztK3Fju0QI+qPN+0HE=`,
  joinedId: 'DLppY4kCUSK9QWf7wYvMqQ',
  batchId: 'pvsuBJlT3mVWnZvwHTv44g',
  waitingClipId: 'JiNCVG_b_ma-E7gCNnbxxQ',
}
const ANNA = {
  cookie: `${SESSION_COOKIE}=OqzF6rdWMW0pSS2UxEYbGyUcgOBuVpF4.c32GSJPScBkdVTBtgE6R13fvo72zNRftDM0JvraZTAY=`,
}

describeOnDatabases('after the upgrade of an installation of 0.1.0 in $name,', async (kind) => {
  const upgradedKind = createUpgradedKind(kind)
  const backend = await openTestBackend({ ...kind, open: upgradedKind.open })
  backend.clock.set(new Date('2026-11-20T13:00:00Z'))
  // Sessions of the dump would have ended two weeks after the dump, so they are extended.
  await backend.database.executor.execute(sql`update sessions set expires_at = now() + interval '1 day'`)
  const app = await openApp(backend, await openPeople(backend, SECRET))
  await mkdir(backend.filesPath, { recursive: true })
  await writeFile(join(backend.filesPath, `${VISITOR.clipId}.mp4`), 'clip')

  const getAs = async (url: string, { cookie }: { cookie: string }) => (await app.call('GET', url, { cookie })).body

  it('no row is lost', async () => {
    const rows = await countRows(backend.database.executor)
    for (const [table, count] of upgradedKind.rows)
      expect([table, rows.get(NEW_TABLE_NAMES[table] ?? table)]).toEqual([table, count])
  })

  it("a visitor's link to a finished clip works, with the same details", async () => {
    expect(await getAs(`/api/download/${VISITOR.downloadId}`, VISITOR)).toMatchObject({
      status: 'completed',
      startTime: 1.5,
      endTime: 11.25,
      ranges: null,
      quality: '360p',
      format: 'mp4',
      fileSize: 4,
      receipt: { way: 'smart', frames: 300, soundOffsetMilliseconds: 0 },
    })
    const file = await app.call('GET', `/api/download/${VISITOR.downloadId}/file`, VISITOR)
    expect([file.status, file.body]).toEqual([200, 'clip'])
  })

  it('a repeated request for a clip gets the existing one', async () => {
    expect(await getAs(`/api/video/${VISITOR.videoId}`, VISITOR)).toMatchObject({ startTime: 1.5, endTime: 11.25 })
    const secondDownload = await app.call('POST', `/api/video/${VISITOR.videoId}/download`, VISITOR, {
      quality: '360p',
    })
    expect(secondDownload.body).toMatchObject({ id: VISITOR.downloadId, status: 'completed' })
  })

  it('people stay signed in, and have their plans, downloads and batches', async () => {
    expect(await getAs('/api/auth/user', BERT)).toMatchObject({ subscription: 'pro-monthly' })
    expect(await getAs(`/api/download/${BERT.joinedId}`, BERT)).toMatchObject({
      status: 'completed',
      ranges: [
        { startTime: 2, endTime: 4.04 },
        { startTime: 7, endTime: 9 },
      ],
    })
    expect(await getAs(`/api/batch/${BERT.batchId}`, BERT)).toMatchObject({ total: 2, completed: 1 })
    expect(await getAs('/api/user/payments', BERT)).toMatchObject({ payments: [{ id: 'ORDER-1', status: 'paid' }] })
  })

  it('settings and decisions of the admin remain', async () => {
    expect(await getAs('/api/admin/settings', ANNA)).toMatchObject({ freeDailyLimit: 7, freeMaxQuality: '480p' })
    const users: { email: string; subscription: string; isActive: boolean }[] = await getAs('/api/admin/users', ANNA)
    expect(users.find(({ email }) => email === 'cleo@example.org')?.subscription).toBe('lifetime')
    expect(users.find(({ email }) => email === 'dora@example.org')?.isActive).toBe(false)
    const blockedResponse = await app.call('POST', '/api/video/process', VISITOR, {
      youtubeUrl: 'https://youtu.be/bbbbbbbbbbb',
    })
    expect(blockedResponse.body.code).toBe('link_blocked')
  })

  it('waiting jobs and emails are processed', async () => {
    const { cutWorker, mailWorker } = backend.database
    const cut = Promise.withResolvers<void>()
    const emails: string[] = []
    const allSent = Promise.withResolvers<void>()
    await cutWorker.start(1, async (clipId) => {
      if (clipId === BERT.waitingClipId) cut.resolve()
    })
    await mailWorker.start(async (order) => {
      emails.push(order.kind)
      if (emails.length === 5) allSent.resolve()
    })
    await cut.promise
    await allSent.promise
    expect(emails.sort()).toEqual([
      'account_deleted',
      'confirm_newsletter',
      'contact_message',
      'payment_receipt',
      'takedown_notice',
    ])
    await cutWorker.stop(1_000)
    await mailWorker.stop()
  })
})

function createUpgradedKind(kind: DatabaseKind) {
  const rows = new Map<string, number>()
  async function openUpgraded(): Promise<TestDatabase> {
    const test = await kind.open()
    await test.close()
    const connection = await connectDatabase({ ...test.options, onError: throwInTests })
    for (const statement of ['drop schema if exists public, drizzle, pgboss cascade', 'create schema public'])
      await connection.executor.execute(sql.raw(statement))
    for (const statement of statementsOf(DUMP_SQL)) await connection.executor.execute(sql.raw(statement))
    for (const [table, count] of await countRows(connection.executor)) rows.set(table, count)
    await connection.close()
    const database = await openDatabase({ ...test.options, onError: throwInTests })
    addCleanup(() => database.close())
    return { ...test, database, close: () => database.close() }
  }
  return { rows, open: openUpgraded }
}

async function countRows(executor: Connection['executor']): Promise<Map<string, number>> {
  const rowsOf = async <Row>(query: string) =>
    ((await executor.execute(sql.raw(query))) as unknown as { rows: Row[] }).rows
  const counts = new Map<string, number>()
  for (const { name } of await rowsOf<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  ))
    counts.set(name, (await rowsOf<{ count: number }>(`select count(*)::int as count from ${name}`))[0]?.count ?? 0)
  return counts
}

/** Splits a dump into statements. They end with a semicolon at the end of a line, except in the body of a function. */
function statementsOf(dump: string): string[] {
  const statements: string[] = []
  let lines: string[] = []
  let isInBody = false
  for (const line of dump.split('\n')) {
    if (line.trim() === '') continue
    lines.push(line)
    if ((line.match(/\$\w*\$/g)?.length ?? 0) % 2 === 1) isInBody = !isInBody
    if (isInBody || !line.endsWith(';')) continue
    statements.push(lines.join('\n'))
    lines = []
  }
  return statements
}
