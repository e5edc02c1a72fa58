import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { referenceKey } from './clips/clips.ts'
import { connectDatabase, type OpenDatabase, openDatabase } from './open-database.ts'
import {
  describeOn,
  describeOnDatabases,
  REAL_POSTGRES,
  type TestDatabase,
  throwInTests,
} from './testing/open-test-database.ts'
import { minutesAfterNoon, NOON, sampleClip } from './testing/sample-records.ts'

const MIGRATIONS = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.sql'))
const VIDEO_REFERENCE = 'aaaaaaaaaaa'

describeOn([REAL_POSTGRES], 'migrations in $name', (kind) => {
  it('run once when several processes start together on an empty database', async () => {
    const test = await kind.open()
    await emptyDatabase(test.database)
    const databases = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ ...test.options, onError: throwInTests })),
    )
    const result = await test.database.executor.execute(
      sql`select count(*)::int as runs from drizzle.__drizzle_migrations`,
    )
    expect((result as unknown as { rows: unknown[] }).rows).toEqual([{ runs: MIGRATIONS.length }])
    await Promise.all(databases.map((database) => database.close()))
  })
})

describeOnDatabases('rows of an older version in $name', (kind) => {
  it('keep their ranges, in any stored form', async () => {
    const test = await kind.open()
    let upgradedDatabase: OpenDatabase | null = null
    try {
      await fillAsBefore('one_range', test, [
        sql`insert into videos (id, viewer_id, source, reference, link, start_ms, end_ms, details, created_at)
          values ('video', 'anna', 'youtube', ${VIDEO_REFERENCE}, 'https://youtu.be/aaaaaaaaaaa', 1234, 61001, '{}', ${NOON.toISOString()})`,
        ...[
          ['plain', 1234, 61001, ''],
          ['joined', 500, 9000, '7000-9000,500-2500,7000-8000'],
        ].flatMap(([id, start, end, joinedRanges]) => [
          sql`insert into clips (id, source, reference, reference_key, start_ms, end_ms, joined_ranges, quality, format, status, stage, progress, file_key, created_at, expires_at)
            values (${id}, 'youtube', ${VIDEO_REFERENCE}, ${referenceKey(VIDEO_REFERENCE)}, ${start}, ${end}, ${joinedRanges}, '720p', 'mp4', 'completed', 'done', 100, ${`${id}.mp4`}, ${NOON.toISOString()}, ${minutesAfterNoon(60).toISOString()})`,
          sql`insert into downloads (id, viewer_id, video_id, clip_id, quality, format, created_at)
            values (${`download of ${id}`}, 'anna', 'video', ${id}, '720p', 'mp4', ${NOON.toISOString()})`,
        ]),
      ])
      upgradedDatabase = await openDatabase({ ...test.options, onError: throwInTests })
      const { records } = upgradedDatabase
      const range = { startTime: 1.234, endTime: 61.001 }
      expect((await records.videos.find('video', 'anna'))?.trim).toEqual(range)
      const joinedDownload = await records.downloads.findWithClip('download of joined', 'anna')
      const ranges = [
        { startTime: 7, endTime: 9 },
        { startTime: 0.5, endTime: 2.5 },
        { startTime: 7, endTime: 8 },
      ]
      expect(joinedDownload?.clip).toMatchObject({ id: 'joined', ranges, fileKey: 'joined.mp4', options: {} })
      expect(joinedDownload?.download.subtitles).toBeNull()
      // A request after the upgrade shares the clip that was cut before it.
      const requestFields = {
        source: 'youtube',
        reference: VIDEO_REFERENCE,
        quality: '720p',
        format: 'mp4',
        options: {},
      } as const
      expect((await records.clips.findLive({ ...requestFields, ranges }, NOON))?.id).toBe('joined')
      expect((await records.clips.findLive({ ...requestFields, ranges: [range] }, NOON))?.id).toBe('plain')
      expect(await records.clips.insert(sampleClip({ ...requestFields, ranges: [range] }))).toBe(false)
    } finally {
      await upgradedDatabase?.close()
    }
  })
})

describeOnDatabases('videos of an older version in $name', (kind) => {
  it('keep the choices of a viewer, and lose their media URLs', async () => {
    const test = await kind.open()
    const locationFields = {
      address: 'https://media.example/a',
      headers: { referer: 'https://media.example' },
      egress: 'a',
    }
    const rendition = { id: '18', carries: 'both', container: 'mp4', height: 360 }
    const captions = { id: 'en', language: 'en', label: 'English', isAutomatic: false }
    const filmstripFields = {
      frameWidth: 160,
      frameHeight: 90,
      columns: 5,
      rows: 5,
      frameCount: 30,
      secondsPerFrame: 2,
    }
    const facts = { title: 'A video', durationSeconds: 60, channel: null, views: 1, servedFrom: ['cdn.example.net'] }
    const details = {
      ...facts,
      thumbnailAddress: 'https://media.example/image',
      addressesExpireAt: null,
      renditions: [
        { ...rendition, ...locationFields },
        { ...rendition, id: '22', ...locationFields },
      ],
      captions: [{ ...captions, ...locationFields }],
      filmstrip: { ...filmstripFields, sheetAddresses: ['https://media.example/1', 'https://media.example/2'] },
      waveform: { peaksPerSecond: 20, address: 'https://media.example/peaks', inPieces: true },
      resolvedBy: { step: 'player', egress: '', ip: null },
    }
    let upgradedDatabase: OpenDatabase | null = null
    try {
      await fillAsBefore(
        'videos_without_addresses',
        test,
        Object.entries({ whole: details, old: { ...facts, thumbnailAddress: null, filmstrip: null } }).map(
          ([id, storedRange]) =>
            sql`insert into videos (id, viewer_id, source, reference, link, trim, details, created_at)
              values (${id}, 'anna', 'youtube', ${VIDEO_REFERENCE}, 'https://youtu.be/a', '[0, 60000]', ${JSON.stringify(storedRange)}::jsonb, ${NOON.toISOString()})`,
        ),
      )
      upgradedDatabase = await openDatabase({ ...test.options, onError: throwInTests })
      const { videos } = upgradedDatabase.records
      expect((await videos.find('whole', 'anna'))?.details).toEqual({
        ...facts,
        hasThumbnail: true,
        renditions: [rendition, { ...rendition, id: '22' }],
        captions: [captions],
        filmstrip: { ...filmstripFields, sheetCount: 2 },
        waveform: { peaksPerSecond: 20, inPieces: true },
      })
      const emptyFields = { hasThumbnail: false, renditions: [], captions: [], filmstrip: null, waveform: null }
      expect((await videos.find('old', 'anna'))?.details).toEqual({ ...facts, ...emptyFields })
      const listedVideo = (await videos.listMany(['whole'])).get('whole')
      expect(listedVideo).toMatchObject({ id: 'whole', title: 'A video', link: 'https://youtu.be/a' })
      expect(listedVideo).not.toHaveProperty('details')
    } finally {
      await upgradedDatabase?.close()
    }
  })
})

async function emptyDatabase({ executor }: Pick<OpenDatabase, 'executor'>): Promise<void> {
  await executor.execute(sql`drop schema public cascade`)
  await executor.execute(sql`drop schema drizzle cascade`)
  await executor.execute(sql`create schema public`)
}

/** Recreates the database as it was before a migration, and fills it with these rows. */
async function fillAsBefore(migration: string, test: TestDatabase, rows: ReturnType<typeof sql>[]): Promise<void> {
  await emptyDatabase(test.database)
  await test.close()
  const connection = await connectDatabase({ ...test.options, onError: throwInTests })
  await connection.migrate(MIGRATIONS.findIndex((name) => name.endsWith(`_${migration}.sql`)))
  for (const row of rows) await connection.executor.execute(row)
  await connection.close()
}

describeOnDatabases('the migration of the queue in $name', (kind) => {
  it('gives due times to waiting jobs: payers first, and one job of each owner at a time', async () => {
    const test = await kind.open()
    const { executor, records } = test.database
    // In older versions, turns were negative priorities, even for paid jobs. Below -2^30, the numbers started over.
    const oldPriorities = {
      'anna 1': -9,
      'anna 2': -17,
      'paid 1': -20,
      'ben 1': -25,
      'paid 2': -22,
      'anna 3': -(2 ** 30 + 2 ** 29 + 3),
    }
    const names = new Map<string, string>()
    for (const [name, priority] of Object.entries(oldPriorities)) {
      const id = await records.cutQueue.enqueue(name, 'ordinary', 'somebody')
      names.set(id, name)
      const data = JSON.stringify({ clipId: name, asker: name.split(' ')[0], lap: 1 })
      await executor.execute(
        sql`update pgboss.job set priority = ${priority}, data = ${data}::jsonb, created_on = date_trunc('minute', now())
          where id = ${id}`,
      )
    }
    await executor.execute(
      sql.raw(readFileSync(join(import.meta.dirname, 'migrations/0014_queue_due_times.sql'), 'utf8')),
    )
    const order = (await records.cutQueue.listWaiting()).map((id) => names.get(id))
    expect(order.slice(0, 2)).toEqual(['paid 1', 'paid 2'])
    expect(order.slice(2, 4).sort()).toEqual(['anna 1', 'ben 1'])
    expect(order.slice(4)).toEqual(['anna 2', 'anna 3'])
    expect((await test.database.operatingStats()).queue).toMatchObject({
      paid: { waiting: 2 },
      ordinary: { waiting: 4 },
    })
  })
})
