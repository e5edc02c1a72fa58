import { markContactMessage, sendNewsletter } from '@kerf/contract/admin-messages'
import { blockLink, decideNotice, listBlockedLinks, unblockLink } from '@kerf/contract/admin-moderation'
import {
  type AdminHealth,
  readAdminHealth,
  readSettings,
  readStorage,
  runCleanup,
  saveSettings,
} from '@kerf/contract/admin-settings'
import { endShareOfUser, listShares } from '@kerf/contract/share'
import { checkOf, say } from '@kerf/domain/health/health-check'
import { describe, expect, it } from 'vitest'
import * as examples from '../harness/admin-examples.ts'
import { addressOf, createGate, goTo, openPanel, row, totalOf, visitAdmin } from '../harness/admin-panel.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

describe('the settings', () => {
  it('are all saved by one button, once, and then shown as stored, except for the secret', async () => {
    const visit = await visitAdmin(stage)
    await scriptCall(visit, readSettings, () => examples.exampleSettings({ hasPaypalSecret: false }))
    const calls = await scriptCall(visit, saveSettings, ({ body: { paypalClientSecret: _, ...settings } }) =>
      examples.exampleSettings({ ...settings, freeDailyLimit: 12, hasPaypalSecret: true }),
    )
    await openPanel(visit, 'settings')
    await visit.seeText('Not set. Without it, paid plans cannot be bought.')
    await visit.seeText(/with a webhook to http:\/\/\S+\/paypal\/webhook for these events: Payment capture completed/)
    const secret = visit.field('Client secret')
    expect([await secret.getAttribute('type'), await secret.inputValue()]).toEqual(['password', ''])
    await secret.fill('  hush-hush ')
    await visit.field('Webhook ID').fill('9XL90610J3647323C')
    await visit.field('Free max quality').selectOption('720p')
    await visit.field('Daily limit').fill('11')
    await visit.field('Retention (hours)').fill('12.5')
    await visit.page.getByRole('checkbox', { name: 'Direct links to media files' }).check()
    await visit.field('Payment client ID').fill('  Live-1_2 ')
    await visit.field('Environment').selectOption('Production')
    await visit.page.getByRole('checkbox', { name: /^Admins need two-factor authentication/ }).check()
    await visit.seeText(/^Your own account does not have it yet/)
    await visit.button('Save').dblclick()
    await visit.seeToast('Settings saved', 'They apply from now on.')
    expect(calls.map(({ body }) => body)).toEqual([
      {
        freeMaxQuality: '720p',
        freeDailyLimit: 11,
        retentionHours: 12.5,
        sources: ['youtube', 'media'],
        paypalClientId: 'Live-1_2',
        paypalClientSecret: 'hush-hush',
        paypalEnvironment: 'production',
        paypalWebhookId: '9XL90610J3647323C',
        requireSecondFactor: true,
      },
    ])
    await expect.poll(() => visit.field('Daily limit').inputValue(), PATIENTLY).toBe('12')

    // The secret is never shown, stays when none is entered, and belongs to its client id.
    await visit.seeText('Saved. Leave this empty to keep it. It is never shown.')
    expect(await secret.inputValue()).toBe('')
    await visit.field('Daily limit').fill('13')
    await visit.button('Save').click()
    await expect.poll(() => calls.length, PATIENTLY).toBe(2)
    expect(calls[1]?.body.paypalClientSecret).toBeUndefined()
    await expect.poll(() => visit.field('Daily limit').inputValue(), PATIENTLY).toBe('12')
    await visit.field('Payment client ID').fill('another')
    await visit.seeText('Not set. Without it, paid plans cannot be bought.')
  })

  it('keep what is changed while they are saved, and save it next', async () => {
    const visit = await visitAdmin(stage)
    const answer = Promise.withResolvers<void>()
    const calls = await scriptCall(visit, saveSettings, async ({ body: { paypalClientSecret: _, ...settings } }) => {
      await answer.promise
      return examples.exampleSettings(settings)
    })
    await openPanel(visit, 'settings')
    await visit.field('Daily limit').fill('11')
    await visit.button('Save').click()
    await expect.poll(() => calls.length, PATIENTLY).toBe(1)
    await visit.field('Retention (hours)').fill('12')
    answer.resolve()
    await visit.seeToast('Settings saved')
    await visit.button('Save').click()
    await expect
      .poll(() => calls.map(({ body }) => body), PATIENTLY)
      .toEqual([{ freeDailyLimit: 11 }, { retentionHours: 12 }])
  })

  it('leave an admin who has gone on from the first of them where they are when they are saved late', async () => {
    const visit = await visitAdmin(stage)
    const answer = createGate()
    await scriptCall(visit, saveSettings, async ({ body: { paypalClientSecret: _, ...settings } }) => {
      await answer.opened
      return examples.exampleSettings(settings)
    })
    await visit.page.goto(new URL('/setup', visit.page.url()).href)
    await visit.button('Save and Continue').click()
    await goTo(visit, '/terms')
    await visit.page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    answer.open()
    await visit.seeToast('Settings saved')
    expect(visit.path).toBe('/terms')
  })

  it('are checked before they are sent, stay as entered when they cannot be saved, and show if they cannot be loaded', async () => {
    const visit = await visitAdmin(stage)
    await scriptCall(visit, readSettings, (_call, nth) =>
      nth === 1 ? { refuse: 'not_set_up' } : examples.exampleSettings(),
    )
    const calls = await scriptCall(visit, saveSettings, ({ body }, nth) =>
      nth === 1 ? { refuse: 'busy' } : examples.exampleSettings(body),
    )
    visit.expectComplaint(/501.*\/api\/admin\/settings/)
    visit.expectComplaint(/503.*\/api\/admin\/settings/)
    await openPanel(visit, 'settings')
    await visit.seeText(/^The settings could not be loaded\./)
    await visit.button('Try again').click()
    await visit.button('Save').waitFor()
    const invalidInputs = [
      ['Daily limit', '2.5', 'Enter a whole number from 1 to 1000.'],
      ['Retention (hours)', '25', 'Enter a number of hours from 0.25 to 24.'],
      ['Payment client ID', 'no spaces!', 'A client ID only has letters, digits, hyphens and underscores.'],
      ['Client secret', 'with a blank', 'A secret has no spaces and at most 256 characters.'],
      ['Webhook ID', 'WH-1', 'A webhook ID has at most 50 letters and digits.'],
    ] as const
    const valuesBefore = await Promise.all(invalidInputs.map(([name]) => visit.field(name).inputValue()))
    for (const [name, input] of invalidInputs) await visit.field(name).fill(input)
    await visit.button('Save').click()
    await visit.page.getByRole('alert').getByText('Nothing was saved. Please check the marked fields.').waitFor()
    for (const [nth, [name, , sentence]] of invalidInputs.entries()) {
      await visit.seeText(sentence)
      expect(await visit.field(name).getAttribute('aria-invalid')).toBe('true')
      await visit.field(name).fill(valuesBefore[nth]!)
      await visit.page.getByText(sentence).waitFor({ state: 'detached' })
    }
    expect(calls).toHaveLength(0)

    await visit.field('Daily limit').fill('9')
    await visit.button('Save').click()
    await visit.seeToast('Error', 'This server is busy. Please try again in a moment.')
    const alert = visit.page.getByRole('alert').getByText('This server is busy.')
    await alert.waitFor()
    expect(await visit.field('Daily limit').inputValue()).toBe('9')
    await visit.button('Save').click()
    await visit.seeToast('Settings saved')
    await alert.waitFor({ state: 'detached' })
  })
})

it('storage can be viewed and cleaned up, and each failure is shown; so are the running processes, or that they are unknown', async () => {
  const visit = await visitAdmin(stage)
  const cleanups = await scriptCall(visit, runCleanup, (_call, nth) =>
    nth === 1 ? { refuse: 'not_set_up' } : { deletedFiles: 3, freedBytes: 12_300_000 },
  )
  await scriptCall(visit, readStorage, (_call, nth) => (nth === 1 ? { refuse: 'internal' } : examples.EXAMPLE_STORAGE))
  visit.expectComplaint(/501.*\/api\/admin\/cleanup/)
  visit.expectComplaint(/500.*\/api\/admin\/storage/)
  const { workers } = examples.exampleHealth().checks
  const healthWith = (changes: Partial<typeof workers>) =>
    examples.exampleHealth({ workers: { ...workers, ...changes } })
  let health = healthWith({ processes: examples.exampleProcesses() })
  await scriptCall(visit, readAdminHealth, () => health)
  await openPanel(visit, 'settings')
  await visit.button('Cleanup expired').click()
  await visit.seeToast('Error', 'This server is not set up for that yet.')
  await visit.button('View usage').click()
  await visit.seeText(/^The usage could not be loaded\./)
  await visit.button('Try again').click()
  await visit.page.getByRole('definition').getByText('18.4 GB in 1,893 clips', { exact: true }).waitFor()
  const largest = visit.page.getByRole('list', { name: 'Largest clips' })
  await largest.getByText('One day outside, in six shots').waitFor()
  await visit.button('Hide usage').click()
  await largest.waitFor({ state: 'detached' })
  await visit.button('Cleanup expired').dblclick()
  await visit.seeToast('Cleanup finished', '3 files deleted, 12.3 MB freed.')
  expect(cleanups).toHaveLength(2)

  const table = visit.page.getByRole('table', { name: 'Running processes' })
  const cells = (text: string) => table.getByRole('row').filter({ hasText: text }).getByRole('cell').allInnerTexts()
  await table.getByText('kerf-worker-7d9f1').waitFor()
  expect((await cells('kerf-worker-7d9f1')).slice(1, 4)).toEqual(['Worker', '0.2.0', '1 of 2'])
  expect((await cells('kerf-web-7d9f1')).slice(1, 4)).toEqual(['Web', '0.1.0', 'Does not cut'])
  await visit.seeText(/^These processes run different versions\./)

  const section = visit.page.getByRole('region', { name: 'Running processes' })
  health = healthWith({ ...checkOf('failing', say('workers_unknown')), processes: [] })
  await visit.button('Check again').click()
  await section.getByText('The running processes are unknown: the job queue is not responding.').waitFor()
  expect(await table.count()).toBe(0)
})

it('system health shows every fault with a remedy, and each tab shows that there is one', async () => {
  const visit = await visitAdmin(stage)
  const failingMail = checkOf('failing', say('mail_tried', 1, 'EAUTH'), say('mail_advice_server', 'mail.example:587'))
  let health: AdminHealth | { refuse: 'busy' } = examples.exampleHealth({ mail: failingMail })
  await scriptCall(visit, readAdminHealth, () => health)
  visit.expectComplaint(/503.*\/api\/admin\/health/)
  await openPanel(visit)
  await visit.page.getByRole('link', { name: 'Email failing' }).click()
  const part = (name: string) => visit.region('System health').getByRole('listitem').filter({ hasText: name })
  await part('Email').getByText('FAILING').waitFor()
  await part('Email').getByText(failingMail.message).waitFor()
  await part('Database').getByText('ONLINE').waitFor()
  await part('Payments').getByText('OFF').waitFor()
  const stats = [
    ['Job queue', '1 waiting, 2 being cut, longest wait 4 s'],
    ['Disk', '212.0 GB of 500.0 GB free'],
    ['YouTube downloader', 'Version 2026.11.10, 11 days old'],
  ] as const
  for (const [name, line] of stats) await part(name).getByText(line).waitFor()
  for (const name of ['Workers', 'Media library', 'Cleanup']) await part(name).getByText('ONLINE').waitFor()
  health = examples.exampleHealth()
  await visit.button('Check again').click()
  await part('Email').getByText('ONLINE').waitFor()
  await visit.seeText(/^All services are running\./)

  // Failing parts are named before degraded ones. Without an answer the state is unknown.
  const oldResolver = checkOf('degraded', say('resolver_known_broken', '2026.07.04'), say('resolver_old_fetched'))
  const fullDisk = checkOf('failing', say('disk_full'), say('disk_advice'))
  const { resolver, disk } = examples.exampleHealth().checks
  health = examples.exampleHealth({
    mail: failingMail,
    resolver: { ...resolver, ...oldResolver },
    disk: { ...disk, ...fullDisk },
  })
  await visit.button('Check again').click()
  await visit.page.getByRole('link', { name: 'Disk failing, Email failing and 1 more' }).waitFor()
  health = { refuse: 'busy' }
  await visit.button('Check again').click()
  await visit.seeText(/^The status of the services is currently unknown\. Last checked /)
  await visit.seeText('Not up to date. This server is busy. Please try again in a moment.')

  // The audit log shows who did what to whom.
  await goTo(visit, addressOf('audit'))
  const entry = row(visit, 'Changed a user')
  for (const text of ['Ines Okafor', 'tomasz@post.example', 'plan: Free, now Pro (yearly)'])
    await entry.getByText(text, { exact: true }).waitFor()
})

describe('questions, newsletter and notices', () => {
  it('messages are read, answered by mail, and marked; notices are decided, and blocking shows on the blocklist', async () => {
    const visit = await visitAdmin(stage)
    const [message] = examples.exampleMessages()
    const updates = await scriptCall(visit, markContactMessage, ({ body }) => ({ ...message!, ...body }))
    const [notice] = examples.exampleNotices()
    let blockedLinks = [examples.exampleBlockedLink()]
    await scriptCall(visit, listBlockedLinks, () => blockedLinks, totalOf(1))
    const decisions = await scriptCall(visit, decideNotice, (_call, nth) => {
      if (nth === 1) return { refuse: 'not_set_up' }
      blockedLinks = [
        examples.exampleBlockedLink({ id: 'new'.padEnd(22, 'A'), link: notice!.links[0]! }),
        ...blockedLinks,
      ]
      return { ...notice!, status: 'blocked' as const, decidedAt: notice!.createdAt }
    })
    visit.expectComplaint(/501.*\/api\/admin\/dmca/)
    await openPanel(visit, 'contact')
    await row(visit, 'The audio of my clip').getByText('How do you do that?').waitFor()
    await row(visit, 'The audio of my clip').getByText('PRIORITY', { exact: true }).waitFor()
    expect(await visit.page.getByRole('link', { name: 'Reply to wanda@post.example' }).getAttribute('href')).toBe(
      'mailto:wanda%40post.example?subject=Re%3A%20The%20audio%20of%20my%20clip',
    )
    await visit.button('Mark as answered: The audio of my clip').click()
    await visit.seeToast('Message updated')
    await visit.button('Mark as new: The audio of my clip').waitFor()
    expect(updates.map(({ body }) => body)).toEqual([{ status: 'answered' }])

    await openPanel(visit, 'notices')
    for (const text of ['Reference N-2026-0007', '+44 20 7946 0000', 'Signed Rita Office'])
      await row(visit, 'The Long Song').getByText(text, { exact: true }).waitFor()
    // A notice stays open if its decision fails.
    await visit.button('Dismiss: The Long Song').click()
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    await row(visit, 'The Long Song').getByText('OPEN').waitFor()
    // Blocking needs a confirmation.
    const question = visit.page.getByRole('dialog', { name: 'Block the links of this notice' })
    await visit.button('Block: The Long Song').click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await row(visit, 'The Long Song').getByText('OPEN').waitFor()
    await visit.button('Block: The Long Song').click()
    await question.getByRole('button', { name: 'Block links' }).click()
    await visit.seeToast('Links blocked', /^From now on they are refused/)
    await row(visit, 'The Long Song').getByText('BLOCKED').waitFor()
    await visit.button(`Unblock ${notice!.links[0]}`).waitFor()
    expect(decisions.at(-1)?.body).toEqual({ id: notice!.id, decision: 'block' })
    expect(decisions).toHaveLength(2)
  })

  it('subscribers are listed, exported, and written to in one email', async () => {
    const visit = await visitAdmin(stage)
    const newsletters = await scriptCall(visit, sendNewsletter, () => ({ recipients: 41 }))
    await openPanel(visit, 'newsletter')
    await row(visit, 'wanda@post.example').getByText('CONFIRMED', { exact: true }).waitFor()
    await row(visit, 'silent@post.example').getByText('NOT CONFIRMED').waitFor()
    const exportLink = visit.page.getByRole('link', { name: 'Export CSV' })
    expect(await exportLink.getAttribute('href')).toBe('/api/admin/newsletter/export')
    await visit.button('Send Message').click()
    await visit.seeText('Subject must be at least 5 characters')
    expect(newsletters).toHaveLength(0)
    await visit.field('Subject').fill('News of November')
    await visit.field('Message').fill('We cut faster.')
    const dialog = visit.page.getByRole('dialog')
    await visit.button('Send Message').click()
    await dialog.getByText('Every confirmed subscriber gets an email.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(newsletters).toHaveLength(0)
    await visit.button('Send Message').click()
    await dialog.getByRole('button', { name: 'Send Message' }).dblclick()
    await visit.seeToast('Newsletter queued', '41 recipients')
    expect(newsletters.map(({ body }) => body)).toEqual([{ subject: 'News of November', message: 'We cut faster.' }])
    expect(await visit.field('Subject').inputValue()).toBe('')
  })

  it('a shared clip is listed with its owner, and its link is taken back', async () => {
    const visit = await visitAdmin(stage)
    let shares = [examples.exampleShare()]
    await scriptCall(visit, listShares, () => shares)
    await scriptCall(visit, endShareOfUser, () => {
      shares = []
      return undefined as never
    })
    await openPanel(visit, 'notices')
    const share = row(visit, 'A talk about cuts')
    for (const fact of ['Rosa Weber', '12']) await share.getByText(fact, { exact: true }).waitFor()
    await visit.button('Take back: A talk about cuts').click()
    await visit.seeToast('Link taken back', 'A talk about cuts')
    await visit.seeText('No clip is shared.')
  })

  it('links are blocked with a reason and unblocked again; an invalid one stays in its field', async () => {
    const visit = await visitAdmin(stage)
    let links = [examples.exampleBlockedLink()]
    await scriptCall(visit, listBlockedLinks, () => links)
    const additions = await scriptCall(visit, blockLink, ({ body }, nth) => {
      if (nth === 1) return { refuse: 'invalid_link' }
      const record = examples.exampleBlockedLink({ id: `added${nth}`.padEnd(22, 'A'), ...body })
      links = [record, ...links]
      return { ...record, wasBlocked: nth > 2 }
    })
    await scriptCall(visit, unblockLink, ({ params }) => {
      links = links.filter(({ id }) => id !== params.id)
      return undefined as never
    })
    visit.expectComplaint(/400.*\/api\/admin\/blocklist/)
    await openPanel(visit, 'notices')
    await visit.button('Block link').click()
    await visit.seeText('Enter a link.')
    await visit.seeText('Enter a reason, so that others understand it later.')
    expect(additions).toHaveLength(0)
    const [link, reason] = [visit.field('Link to block'), visit.field('Reason').first()]
    await link.fill('nonsense')
    await reason.fill('why')
    await visit.button('Block link').click()
    await visit.seeToast('Error', 'Please enter a valid YouTube URL.')
    expect(await link.inputValue()).toBe('nonsense')

    await link.fill(' https://media.example/a.mp4 ')
    await reason.fill('Somebody asked')
    const blockRequest = await visit.hold(({ method }) => method() === 'POST')
    await visit.button('Block link').dblclick()
    await visit.button('Blocking...').waitFor()
    await link.fill('https://media.example/b.mp4')
    blockRequest.release()
    await visit.seeToast('Link blocked', 'https://media.example/a.mp4')
    // Text that is typed while the form is being sent stays.
    expect([await link.inputValue(), await reason.inputValue()]).toEqual(['https://media.example/b.mp4', ''])
    expect(additions.map(({ body }) => body).slice(1)).toEqual([
      { kind: 'video', link: 'https://media.example/a.mp4', reason: 'Somebody asked' },
    ])
    // Blocking a domain needs a confirmation. A domain that is already blocked is reported as such.
    await visit.field('What to block').selectOption('Domain')
    await visit.field('Domain to block').fill('media.example')
    await reason.fill('A better one')
    await visit.button('Block domain').click()
    const question = visit.page.getByRole('dialog', { name: 'Block domain' })
    await question.getByText(/^From now on, everything from media\.example is refused/).waitFor()
    expect(additions).toHaveLength(2)
    await question.getByRole('button', { name: 'Block domain' }).click()
    await visit.seeToast('Already blocked', 'media.example stays blocked. Its reason was replaced.')
    await question.waitFor({ state: 'detached' })
    expect(additions.at(-1)?.body).toEqual({ kind: 'domain', link: 'media.example', reason: 'A better one' })
    await visit.button('Unblock https://media.example/a.mp4').click()
    await visit.seeToast('Link unblocked', 'https://media.example/a.mp4')
    await row(visit, 'https://media.example/a.mp4').waitFor({ state: 'detached' })
    // The button has disappeared with its row; the focus stays in the list.
    await visit.page.locator(':focus').getByRole('table', { name: 'Blocked links' }).waitFor()
  })
})
