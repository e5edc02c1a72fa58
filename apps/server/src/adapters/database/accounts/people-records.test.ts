import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Accounts } from '../../../ports/accounts.ts'
import type { QueuedEmail } from '../../../ports/emails.ts'
import { openAccounts } from '../../auth/open-accounts.ts'
import { describeOnDatabases } from '../testing/open-test-database.ts'
import { minutesAfterNoon, NOON, sampleVideo } from '../testing/sample-records.ts'

describeOnDatabases('records of people in $name', async ({ open }) => {
  const { database } = await open()
  const { executor, records } = database
  const secret = randomBytes(32).toString('hex')
  const accounts = openAccounts({ executor, secret, newId: randomUUID })

  it('one message sent many times at once counts as new only once', async () => {
    const message = sampleMessage()
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        database.transaction(async ({ contactMessages }) => {
          await contactMessages.lockSender(message.email)
          if (await contactMessages.findTwin(message, NOON)) return false
          await contactMessages.insert({ ...message, id: randomUUID() })
          return true
        }),
      ),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await records.contactMessages.findTwin(message, minutesAfterNoon(1))).toBeNull()
    expect(await records.contactMessages.findTwin({ ...message, subject: 'Another' }, NOON)).toBeNull()
  })

  it('a newsletter request is renewed until it is confirmed, and is confirmed once', async () => {
    const { newsletter } = records
    const email = `${randomUUID()}@example.org`
    expect(await newsletter.confirm(email, NOON)).toBe(false)
    await newsletter.ask(email, NOON)
    await newsletter.ask(email.toUpperCase(), minutesAfterNoon(1))
    expect(await newsletter.find(email)).toEqual({ email, createdAt: minutesAfterNoon(1), confirmedAt: null })
    expect(await newsletter.confirm(email, minutesAfterNoon(2))).toBe(true)
    expect(await newsletter.confirm(email, minutesAfterNoon(3))).toBe(false)
    await newsletter.ask(email, minutesAfterNoon(4))
    expect(await newsletter.find(email)).toMatchObject({
      createdAt: minutesAfterNoon(1),
      confirmedAt: minutesAfterNoon(2),
    })
  })

  it('subscribers of the newsletter are listed by page, the newest first', async () => {
    const { newsletter } = records
    const { total } = await newsletter.list({ offset: 0, limit: 1 })
    const emails = Array.from({ length: 3 }, () => `${randomUUID()}@example.org`)
    for (const [minute, email] of emails.entries()) await newsletter.ask(email, minutesAfterNoon(60 + minute))
    const [firstPage, lastPage] = [
      await newsletter.list({ offset: 0, limit: 2 }),
      await newsletter.list({ offset: 2, limit: 1 }),
    ]
    const listedEmails = [...firstPage.rows, ...lastPage.rows].map(({ email }) => email)
    expect(listedEmails).toEqual(emails.toReversed())
    expect([firstPage.total, lastPage.total]).toEqual([total + 3, total + 3])
  })

  it('tokens are deleted with their account or subscriber, and other tokens stay', async () => {
    const [anna, bert] = ['anna_%1234567890123456', 'anna_x1234567890123456']
    const createToken = (kind: Parameters<Accounts['createToken']>[0], value: string) =>
      accounts.createToken(kind, value, 3600)
    const tokensOfAnna = [
      { kind: 'reset-password', token: await createToken('reset-password', anna) },
      {
        kind: 'change-email',
        token: await createToken('change-email', JSON.stringify({ accountId: anna, email: 'a@example.org' })),
      },
      { kind: 'newsletter', token: await createToken('newsletter', 'anna@example.org') },
      { kind: 'newsletter-end', token: await createToken('newsletter-end', 'anna@example.org') },
    ] as const
    const otherTokens = [
      { kind: 'reset-password', token: await createToken('reset-password', bert) },
      { kind: 'newsletter', token: await createToken('newsletter', 'joanna@example.org') },
    ] as const
    expect(await records.tokens.lastMadeAt('reset-password', anna)).toBeInstanceOf(Date)
    expect(await records.tokens.lastMadeAt('verify-email', anna)).toBeNull()
    await records.tokens.forgetAccount(anna)
    expect(await records.tokens.lastMadeAt('reset-password', anna)).toBeNull()
    await records.tokens.forgetSubscriber('Anna@example.org')
    for (const { kind, token } of tokensOfAnna) expect(await accounts.consumeToken(kind, token)).toBeNull()
    for (const { kind, token } of otherTokens) expect(await accounts.consumeToken(kind, token)).not.toBeNull()
  })

  it('queued emails are deleted with the account that they name', async () => {
    const language = 'en'
    const person = { id: 'anna', email: 'anna@example.org', emailVerified: false }
    const accountOrders: QueuedEmail[] = [
      { kind: 'welcome', accountId: 'anna', language },
      { kind: 'reset_password', email: 'Anna@example.org', language },
    ]
    const mailboxOrder: QueuedEmail = { kind: 'confirm_newsletter', email: 'anna@example.org', language }
    const otherOrders: QueuedEmail[] = [
      { kind: 'account_deleted', email: 'anna@example.org', name: 'Anna', language },
      { kind: 'welcome', accountId: 'bert', language },
    ]
    for (const order of [...accountOrders, mailboxOrder, ...otherOrders]) await records.mailQueue.enqueue(order)
    await records.mailQueue.forget(person)
    expect(await readMailOrders()).toEqual([mailboxOrder, ...otherOrders])
    await records.mailQueue.forget({ ...person, emailVerified: true })
    expect(await readMailOrders()).toEqual(otherOrders)
  })

  it('nothing remains of old strangers, or of viewers that do not exist', async () => {
    const [oldViewer, recentViewer, owner] = await Promise.all(
      [0, 10, 0].map((minute) => records.viewers.create(randomUUID(), minutesAfterNoon(minute))),
    )
    if (!oldViewer || !recentViewer || !owner) throw new Error('There are no viewers.')
    for (const { id } of [oldViewer, recentViewer, owner]) await records.quota.lock(id)
    const [ownedVideo, orphanVideo] = [sampleVideo({ viewerId: owner.id }), sampleVideo({ viewerId: 'nobody' })]
    for (const video of [ownedVideo, orphanVideo]) await records.videos.insert(video)
    await records.viewers.sweep(minutesAfterNoon(5))
    await records.userData.sweep({ strangersBefore: minutesAfterNoon(-1), unusedBefore: minutesAfterNoon(-1) })
    const { rows } = (await executor.execute(
      'select id from viewers union all select viewer_id from quota_usage union all select viewer_id from videos',
    )) as unknown as { rows: { id: string }[] }
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.not.arrayContaining([oldViewer.id]))
    expect(ids).toEqual(expect.not.arrayContaining(['nobody']))
    expect(ids.toSorted()).toEqual([owner.id, owner.id, owner.id, recentViewer.id, recentViewer.id].toSorted())
  })

  async function readMailOrders(): Promise<QueuedEmail[]> {
    const { rows } = (await executor.execute(
      "select data from pgboss.job where name = 'send-mail' order by created_on",
    )) as unknown as { rows: { data: QueuedEmail }[] }
    return rows.map(({ data }) => data)
  }
})

function sampleMessage() {
  const email = `${randomUUID()}@example.org`
  const text = { name: 'Anna', subject: 'A question', message: 'How exact?' }
  return { ...text, id: randomUUID(), email, status: 'new' as const, createdAt: NOON }
}
