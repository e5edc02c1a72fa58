import {
  type AdminHealth,
  readAdminHealth,
  readSettings,
  readStorage,
  runCleanup,
  saveSettings,
} from '@kerf/contract/admin-settings'
import { checkOf, say } from '@kerf/domain/health/health-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import { open } from '../../../testing/app.tsx'
import * as examples from '../../../testing/examples/admin-examples.ts'
import {
  button,
  field,
  heading,
  inputIn,
  pressTwice,
  region,
  row,
  see,
  seeInput,
  seeNo,
  seeText,
  seeToast,
} from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'

beforeEach(() => scriptPanel())

describe('the settings', () => {
  it('are all saved by one button, once, and then shown as stored, except for the secret', async () => {
    scriptCall(readSettings, () => examples.exampleSettings({ hasPaypalSecret: false }))
    const calls = scriptCall(saveSettings, ({ body: { paypalClientSecret: _, ...settings } }) =>
      examples.exampleSettings({ ...settings, freeDailyLimit: 12, hasPaypalSecret: true }),
    )
    await openPanel('settings')
    await seeText('Not set. Without it, paid plans cannot be bought.')
    await seeText(/with a webhook to http:\/\/\S+\/paypal\/webhook for these events: Payment capture completed/)
    await expect.element(field('Client secret')).toHaveAttribute('type', 'password')
    expect(inputIn('Client secret')).toBe('')
    await field('Client secret').fill('  hush-hush ')
    await field('Webhook ID').fill('9XL90610J3647323C')
    await field('Free max quality').selectOptions('720p')
    await field('Daily limit').fill('11')
    await field('Retention (hours)').fill('12.5')
    await page.getByRole('checkbox', { name: 'Direct links to media files' }).click()
    await field('Payment client ID').fill('  Live-1_2 ')
    await field('Environment').selectOptions('Production')
    await page.getByRole('checkbox', { name: /^Admins need two-factor authentication/ }).click()
    await seeText(/^Your own account does not have it yet/)
    await pressTwice(button('Save'))
    await seeToast('Settings saved', 'They apply from now on.')
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
    await seeInput('Daily limit', '12')

    // The secret is never shown, stays when none is entered, and belongs to its client id.
    await seeText('Saved. Leave this empty to keep it. It is never shown.')
    expect(inputIn('Client secret')).toBe('')
    await field('Daily limit').fill('13')
    await button('Save').click()
    await expect.poll(() => calls.length).toBe(2)
    expect(calls[1]?.body.paypalClientSecret).toBeUndefined()
    await seeInput('Daily limit', '12')
    await field('Payment client ID').fill('another')
    await seeText('Not set. Without it, paid plans cannot be bought.')
  })

  it('keep changes that are made during a save, and save them next', async () => {
    const answer = Promise.withResolvers<void>()
    const calls = scriptCall(saveSettings, async ({ body: { paypalClientSecret: _, ...settings } }) => {
      await answer.promise
      return examples.exampleSettings(settings)
    })
    await openPanel('settings')
    await field('Daily limit').fill('11')
    await button('Save').click()
    await expect.poll(() => calls.length).toBe(1)
    await field('Retention (hours)').fill('12')
    answer.resolve()
    await seeToast('Settings saved')
    await button('Save').click()
    await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ freeDailyLimit: 11 }, { retentionHours: 12 }])
  })

  it('do not move an admin who left /setup before the save ended', async () => {
    const answer = Promise.withResolvers<void>()
    scriptCall(saveSettings, async ({ body: { paypalClientSecret: _, ...settings } }) => {
      await answer.promise
      return examples.exampleSettings(settings)
    })
    await open('/setup')
    await button('Save and Continue').click()
    history.pushState(null, '', '/terms')
    await see(heading('Terms of Service'))
    answer.resolve()
    await seeToast('Settings saved')
    expect(location.pathname).toBe('/terms')
  })

  it('are checked before they are sent, stay as entered when they cannot be saved, and show if they cannot be loaded', async () => {
    scriptCall(readSettings, (_call, callNumber) =>
      callNumber === 1 ? { refuse: 'not_set_up' } : examples.exampleSettings(),
    )
    const calls = scriptCall(saveSettings, ({ body }, callNumber) =>
      callNumber === 1 ? { refuse: 'busy' } : examples.exampleSettings(body),
    )
    await openPanel('settings')
    await seeText(/^The settings could not be loaded\./)
    await button('Try again').click()
    await see(button('Save'))
    const invalidInputs = [
      ['Daily limit', '2.5', 'Enter a whole number from 1 to 1000.'],
      ['Retention (hours)', '25', 'Enter a number of hours from 0.25 to 24.'],
      ['Payment client ID', 'no spaces!', 'A client ID only has letters, digits, hyphens and underscores.'],
      ['Client secret', 'with a blank', 'A secret has no spaces and at most 256 characters.'],
      ['Webhook ID', 'WH-1', 'A webhook ID has at most 50 letters and digits.'],
    ] as const
    const valuesBefore = invalidInputs.map(([name]) => inputIn(name))
    for (const [name, input] of invalidInputs) await field(name).fill(input)
    await button('Save').click()
    await see(page.getByRole('alert').getByText('Nothing was saved. Please check the marked fields.'))
    for (const [index, [name, , sentence]] of invalidInputs.entries()) {
      await seeText(sentence)
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
      await field(name).fill(valuesBefore[index]!)
      await seeNo(page.getByText(sentence))
    }
    expect(calls).toHaveLength(0)

    await field('Daily limit').fill('9')
    await button('Save').click()
    await seeToast('Error', 'This server is busy. Please try again in a moment.')
    const alert = page.getByRole('alert').getByText(/^This server is busy\./)
    await see(alert)
    expect(inputIn('Daily limit')).toBe('9')
    await button('Save').click()
    await seeToast('Settings saved')
    await seeNo(alert)
  })
})

it('storage and running processes can be viewed and storage cleaned up, and each failure is shown', async () => {
  const cleanups = scriptCall(runCleanup, (_call, callNumber) =>
    callNumber === 1 ? { refuse: 'not_set_up' } : { deletedFiles: 3, freedBytes: 12_300_000 },
  )
  scriptCall(readStorage, (_call, callNumber) => (callNumber === 1 ? { refuse: 'internal' } : examples.EXAMPLE_STORAGE))
  const { workers } = examples.exampleHealth().checks
  const healthWith = (changes: Partial<typeof workers>) =>
    examples.exampleHealth({ workers: { ...workers, ...changes } })
  let health = healthWith({ processes: examples.exampleProcesses() })
  scriptCall(readAdminHealth, () => health)
  await openPanel('settings')
  await button('Cleanup expired').click()
  await seeToast('Error', 'This server is not set up for that yet.')
  await button('View usage').click()
  await seeText(/^The usage could not be loaded\./)
  await button('Try again').click()
  await see(page.getByRole('definition').getByText('18.4 GB in 1,893 clips'))
  const largestClips = page.getByRole('list', { name: 'Largest clips' })
  await see(largestClips.getByText('One day outside, in six shots'))
  await button('Hide usage').click()
  await seeNo(largestClips)
  await pressTwice(button('Cleanup expired'))
  await seeToast('Cleanup finished', '3 files deleted, 12.3 MB freed.')
  expect(cleanups).toHaveLength(2)

  const table = page.getByRole('table', { name: 'Running processes' })
  const cells = (text: string) =>
    table
      .getByRole('row')
      .filter({ hasText: text })
      .getByRole('cell')
      .elements()
      .map((cell) => (cell as HTMLElement).innerText)
  await see(table.getByText('kerf-worker-7d9f1'))
  expect(cells('kerf-worker-7d9f1').slice(1, 4)).toEqual(['Worker', '0.2.0', '1 of 2'])
  expect(cells('kerf-web-7d9f1').slice(1, 4)).toEqual(['Web', '0.1.0', 'Does not cut'])
  await seeText(/^These processes run different versions\./)

  health = healthWith({ ...checkOf('failing', say('workers_unknown')), processes: [] })
  await button('Check again').click()
  await seeText('The running processes are unknown: the job queue is not responding.', region('Running processes'))
  await seeNo(table)
})

it('system health shows every fault with a remedy, and each tab shows that there are faults', async () => {
  const failingMail = checkOf('failing', say('mail_tried', 1, 'EAUTH'), say('mail_advice_server', 'mail.example:587'))
  let health: AdminHealth | { refuse: 'busy' } = examples.exampleHealth({ mail: failingMail })
  scriptCall(readAdminHealth, () => health)
  await openPanel()
  await page.getByRole('link', { name: 'Email failing' }).click()
  const part = (name: string) => region('System health').getByRole('listitem').filter({ hasText: name })
  await see(part('Email').getByText('FAILING'))
  await see(part('Email').getByText(failingMail.message, { exact: false }))
  await see(part('Database').getByText('ONLINE'))
  await see(part('Payments').getByText('OFF'))
  const stats = [
    ['Job queue', '1 waiting, 2 being cut, longest wait 4 s'],
    ['Disk', '212.0 GB of 500.0 GB free'],
    ['YouTube downloader', 'Version 2026.11.10, 11 days old'],
  ] as const
  for (const [name, line] of stats) await see(part(name).getByText(line, { exact: false }))
  for (const name of ['Workers', 'Media library', 'Cleanup']) await see(part(name).getByText('ONLINE'))
  health = examples.exampleHealth()
  await button('Check again').click()
  await see(part('Email').getByText('ONLINE'))
  await seeText(/^All services are running\./)

  // Failing parts are named before degraded ones. Without an answer the state is unknown.
  const oldResolver = checkOf('degraded', say('resolver_known_broken', '2026.07.04'), say('resolver_old_fetched'))
  const fullDisk = checkOf('failing', say('disk_full'), say('disk_advice'))
  const { resolver, disk } = examples.exampleHealth().checks
  health = examples.exampleHealth({
    mail: failingMail,
    resolver: { ...resolver, ...oldResolver },
    disk: { ...disk, ...fullDisk },
  })
  await button('Check again').click()
  await see(page.getByRole('link', { name: 'Disk failing, Email failing and 1 more' }))
  health = { refuse: 'busy' }
  await button('Check again').click()
  await seeText(/^The status of the services is currently unknown\. Last checked /)
  await seeText('Not up to date. This server is busy. Please try again in a moment.')

  // The audit log shows who did what to whom.
  history.pushState(null, '', '/admin?tab=audit')
  const entry = row('Changed a user')
  for (const text of ['Ines Okafor', 'tomasz@post.example', 'plan: Free, now Pro (yearly)'])
    await see(entry.getByText(text))
})
