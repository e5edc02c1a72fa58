import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { parseEmail } from '@kerf/standins/mail/start-mail-server'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openMailer } from './open-mailer.ts'
import { OUTBOX_DAYS, sweepOutbox } from './outbox-mailer.ts'
import { SECRET, SENDER, sampleMail } from './testing/sample-mail.ts'

const NOON = new Date('2026-11-20T12:00:00.000Z')

describe('without a mail server an email', () => {
  let folder: string
  let paths: string[]
  beforeEach(() => {
    folder = temporaryDirectory()
    paths = []
  })

  async function openOutbox() {
    const mailer = await openMailer({
      smtpUrl: null,
      from: SENDER,
      outboxFolder: folder,
      now: () => NOON,
      onWritten: (path) => paths.push(path),
      onError: (error) => {
        throw error
      },
    })
    onTestFinished(() => mailer.close())
    return mailer
  }

  it('is a file that a mail program opens, readable only by its owner, and its path is logged', async () => {
    const mailer = await openOutbox()
    expect(await mailer.send(sampleMail())).toEqual({ ok: true })
    const [name = ''] = await readdir(folder)
    const path = join(folder, name)
    expect(paths).toEqual([path])
    expect(path).not.toContain(SECRET)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const email = await parseEmail(await readFile(path))
    expect(email).toMatchObject({
      from: SENDER,
      to: [{ name: 'Anna', address: 'anna@example.org' }],
      subject: 'Setze ein neues Passwort: Größe',
      text: expect.stringContaining(SECRET),
      html: expect.stringContaining(SECRET),
    })
  })

  it('has a unique name that sorts after earlier ones, even if many are written at once', async () => {
    const mailer = await openOutbox()
    for (let count = 0; count < 12; count++) await mailer.send(sampleMail({ subject: `Email ${count}` }))
    await Promise.all(Array.from({ length: 12 }, () => mailer.send(sampleMail())))
    const names = (await readdir(folder)).toSorted()
    expect(names).toHaveLength(24)
    expect(names.every((name) => /^2026-11-20T12-00-00\.000Z-\d{6}-[0-9a-f]{12}\.eml$/.test(name))).toBe(true)
    const firstSubjects = names
      .slice(0, 12)
      .map(async (name) => (await parseEmail(await readFile(join(folder, name)))).subject)
    expect(await Promise.all(firstSubjects)).toEqual(Array.from({ length: 12 }, (_, count) => `Email ${count}`))
  })

  it('causes an error, and no partial file, if it cannot be written', async () => {
    const mailer = await openOutbox()
    await rm(folder, { recursive: true })
    await expect(mailer.send(sampleMail())).rejects.toThrow('ENOENT')
    expect(paths).toEqual([])
  })

  it('is deleted with its account, but not emails to similar addresses', async () => {
    const mailer = await openOutbox()
    const people = ['ann@b.org', 'joann@b.org', 'ann@b.org.uk', 'x.ann@b.org', 'x-ann@b.org', 'Ann@B.org']
    for (const address of people) await mailer.send(sampleMail({ to: { address, name: '' } }))
    await mailer.send(sampleMail({ to: { address: 'ann@b.org', name: 'Ann' } }))
    await mailer.send(sampleMail({ replyTo: { address: 'ann@b.org', name: 'Ann' } }))
    await mailer.forget('ann@b.org')
    const messages = await Promise.all(
      (await readdir(folder)).toSorted().map(async (name) => parseEmail(await readFile(join(folder, name)))),
    )
    expect(messages.map(({ to }) => to?.[0]?.address)).toEqual([
      'joann@b.org',
      'ann@b.org.uk',
      'x.ann@b.org',
      'x-ann@b.org',
    ])
  })

  it('is deleted after some days, even if the server now sends by SMTP', async () => {
    const writeAgedFile = async (name: string, days: number) => {
      const time = new Date(NOON.getTime() - days * 24 * 3_600_000)
      await writeFile(join(folder, name), 'x')
      await utimes(join(folder, name), time, time)
    }
    await writeAgedFile('old.eml', OUTBOX_DAYS + 1)
    await writeAgedFile('old.eml.draft', OUTBOX_DAYS + 1)
    await writeAgedFile('new.eml', OUTBOX_DAYS - 1)
    await writeAgedFile("somebody's notes.txt", OUTBOX_DAYS + 1)
    const mailer = await openMailer({
      smtpUrl: new URL('smtp://localhost'),
      from: SENDER,
      outboxFolder: folder,
      now: () => NOON,
      onWritten: () => undefined,
      onError: () => undefined,
    })
    expect((await readdir(folder)).toSorted()).toEqual(['new.eml', "somebody's notes.txt"])
    expect(await sweepOutbox(folder, new Date(NOON.getTime() + 24 * 3_600_000 + 1))).toBe(1)
    expect(await readdir(folder)).toEqual(["somebody's notes.txt"])
    await mailer.close()
  })
})
