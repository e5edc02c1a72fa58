import { readAdminHealth } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listUsers } from '@kerf/contract/admin-users'
import { describe, expect } from 'vitest'
import * as examples from '../harness/admin-examples.ts'
import { addressOf, goTo, openPanel, row, scriptPanel, visitAdmin } from '../harness/admin-panel.ts'
import { it } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { exampleUser, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import { walkByTab } from '../harness/walk-by-tab.ts'

const stage = openStage({ youtube: false })

describe('the panel', () => {
  it('retries failed metrics on request, reloads them every half minute, and keeps the last ones', async () => {
    const visit = await visitAdmin(stage)
    const refusalOf = (nth: number) => (nth === 1 ? 'not_set_up' : 'busy')
    const statsReads = await scriptCall(visit, readAdminStats, (_call, nth) =>
      nth === 1 || nth === 4
        ? { refuse: refusalOf(nth) }
        : examples.exampleStats({ totalUsers: 4218 + nth, revenueGrowth: null }),
    )
    visit.expectComplaint(/501.*\/api\/admin\/stats/)
    visit.expectComplaint(/503.*\/api\/admin\/stats/)
    await visit.page.clock.install()
    await openPanel(visit)
    await visit.seeText(/^The statistics could not be loaded\..*This server is not set up for that yet\.$/)
    await visit.button('Try again').press('Enter')
    await visit.seeText('4,220')
    await visit.seeFocus(visit.page.getByRole('main'))
    await visit.seeText('nothing on the same days last month')
    await visit.page.clock.runFor(29_000)
    expect(statsReads).toHaveLength(2)
    await visit.page.clock.runFor(1500)
    await visit.seeText('4,221')
    await visit.page.clock.runFor(30_000)
    await visit.seeText('Not up to date. This server is busy. Please try again in a moment.')
    await visit.seeText('4,221')
  })

  it('leads an admin without a second factor to the settings if the server requires one', async () => {
    const visit = await visitAdmin(stage)
    const refusal = { refuse: 'needs_second_factor' } as const
    const statsReads = await scriptCall(visit, readAdminStats, () => refusal)
    await scriptCall(visit, readAdminHealth, () => refusal)
    await scriptCall(visit, listUsers, () => refusal)
    visit.expectComplaint(/403.*\/api\/admin\//)
    await openPanel(visit)
    await visit.seeText('Admins of this server need two-factor authentication. Please set it up in your settings.')
    await visit.expectNoFaults()
    expect(await visit.page.getByRole('tab').count()).toBe(0)
    expect(statsReads).toHaveLength(1)
    const setupLink = visit.page.getByRole('link', { name: 'Set up two-factor authentication' })
    expect(await setupLink.getAttribute('href')).toBe('/dashboard/settings')
  })

  it('shows the metrics of the installation, and a tab for each section; every control can be reached by Tab and shows its focus', async () => {
    const visit = await visitAdmin(stage)
    await openPanel(visit)
    // Each metric has a chart of its last month, which can be read as a table.
    const stats = visit.page.getByRole('region', { name: 'Statistics' })
    for (const text of ['Total Users', '4,218', '37 new today', 'Active Jobs', '612 completed today', 'Storage Used'])
      await stats.getByText(text, { exact: true }).waitFor()
    const money = ['Revenue', '$3,104', 'up 11% on the same days last month']
    for (const text of ['18.4', 'GB', 'down 6% since yesterday', ...money])
      await stats.getByText(text, { exact: true }).waitFor()
    await stats.getByRole('img', { name: /^New users, 30 days: \d+ today, at most \d+ in a day$/ }).waitFor()
    await visit.button('30 days as a table').click()
    const days = visit.page.getByRole('table', { name: 'Day by day' })
    await days.getByRole('row', { name: /^21 Nov 2026 / }).waitFor()
    expect(await days.getByRole('row').count()).toBe(31)
    await visit.seeText(/^All services are running\./)

    // Each section has an address, and the back button works.
    const tab = (name: string, selected?: true) =>
      visit.page.getByRole('tab', { name, exact: true, ...(selected && { selected }) })
    // Two tabs count a new message and an open notice.
    for (const name of ['Jobs', 'Subscriptions', 'Settings', 'Newsletter', 'Notices (1)', 'Audit log']) {
      await tab(name).click()
      const [id] = name.toLowerCase().split(' ')
      await expect.poll(() => new URL(visit.page.url()).search, PATIENTLY).toBe(`?tab=${id}`)
      await tab(name, true).waitFor()
    }
    await visit.page.goBack()
    await tab('Notices (1)', true).waitFor()
    await tab('Questions (1)').click()
    await row(visit, 'The audio of my clip').waitFor()
    await goTo(visit, addressOf('jobs'))
    await row(visit, '4K 2160p').waitFor()
    // On the keyboard, arrows move between the tabs and Enter opens one.
    await tab('Jobs').focus()
    await visit.page.keyboard.press('ArrowLeft')
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.textContent), PATIENTLY).toBe('Users')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => new URL(visit.page.url()).search, PATIENTLY).toBe('')
    await visit.field('Search users').waitFor()
    await row(visit, 'Tomasz Wilk').waitFor()
    const scan = await walkByTab(visit.page)
    expect(scan).toMatchObject({ missed: [], unmarked: [] })
    expect(scan.reached).toBeGreaterThan(15)
  })
})

it('/admin-test shows admins the answers of the calls as text, with the role in any case, and refuses others', async () => {
  const visit = await stage.visit({ path: '/admin-test' })
  const expectTurnedAway = async (label: string): Promise<void> => {
    await visit.seeText('Admin access required')
    await visit.expectNoFaults(label)
    expect(visit.path, label).toBe('/admin-test')
    expect(visit.requestedUrls.filter((url) => url.includes('/api/admin/'))).toEqual([])
  }
  await expectTurnedAway('a stranger')
  await signedInAs(visit, exampleUser())
  await visit.page.reload()
  await expectTurnedAway('a user who is no admin')
  await scriptPanel(visit)
  await visit.answer('*/api/auth/user', () => ({ json: { ...examples.ADMIN, role: 'ADMIN' } }))
  await visit.page.reload()
  await visit.seeText(/"totalUsers": 4218/)
  await visit.seeText(/"email": "tomasz@post.example"/)
})
