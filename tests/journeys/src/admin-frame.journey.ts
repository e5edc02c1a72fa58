import { listUsers, readAdminStats } from '@kerf/contract/admin'
import { readAdminHealth } from '@kerf/contract/admin-settings'
import { describe, expect, it } from 'vitest'
import * as examples from './harness/admin-examples.ts'
import { BEFORE_THE_APP, choose, field, goTo, openPanel, row, visitAdmin } from './harness/admin-panel.ts'
import { DESKTOP, PATIENTLY, PHONE } from './harness/browser.ts'
import { findAccessibilityFaults } from './harness/find-accessibility-faults.ts'
import { exampleUser, scriptCall, signedInAs } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'
import type { Visit } from './harness/visit.ts'
import { walkByTab } from './harness/walk-by-tab.ts'

const stage = openStage({ youtube: false })

describe('the panel', () => {
  it('shows how the installation is doing, with a month behind each figure that can be read as a table', async () => {
    const visit = await visitAdmin(stage)
    await openPanel(visit)
    const figures = visit.page.getByRole('region', { name: 'Figures' })
    for (const text of ['Total Users', '4,218', '37 new today', 'Active Jobs', '612 completed today', 'Storage Used'])
      await figures.getByText(text, { exact: true }).waitFor()
    for (const text of ['18.4', 'GB', 'down 6% since yesterday', 'Revenue', '$3,104', 'up 11% on the same days last month'])
      await figures.getByText(text, { exact: true }).waitFor()
    await figures.getByRole('img', { name: /^New users, 30 days: \d+ today, at most \d+ in a day$/ }).waitFor()
    await visit.button('30 days as a table').click()
    const days = visit.page.getByRole('table', { name: 'Day by day' })
    expect(await days.getByRole('row').count()).toBe(31)
    await days.getByRole('row', { name: /^21 Nov 2026 / }).waitFor()
    await visit.seeText(/^All services answer\./)
  })

  it('asks for its figures anew every half minute, and keeps the last ones when no answer comes', async () => {
    const visit = await visitAdmin(stage)
    await visit.page.clock.install()
    const asked = await scriptCall(visit, readAdminStats, (_call, nth) =>
      nth < 3 ? examples.exampleStats({ totalUsers: 4218 + nth }) : { refuse: 'busy' },
    )
    visit.expectComplaint(/503.*\/api\/admin\/stats/)
    await openPanel(visit)
    await visit.seeText('4,219')
    await visit.page.clock.runFor(29_000)
    expect(asked).toHaveLength(1)
    await visit.page.clock.runFor(1500)
    await visit.seeText('4,220')
    await visit.page.clock.runFor(30_000)
    await visit.seeText('Not up to date. This server is busy. Please try again in a moment.')
    await visit.seeText('4,220')
  })

  it('says that figures could not be loaded, and tries again when asked', async () => {
    const visit = await visitAdmin(stage)
    await scriptCall(visit, readAdminStats, (_call, nth) =>
      nth === 1 ? { refuse: 'not_set_up' } : examples.exampleStats(),
    )
    visit.expectComplaint(/501.*\/api\/admin\/stats/)
    await openPanel(visit)
    await visit.seeText(/^The figures could not be loaded\..*This server is not set up for that yet\.$/)
    await visit.button('Try again').click()
    await visit.seeText('4,218')
  })

  it('leads an admin without a second factor to the settings, where the server asks for one', async () => {
    const visit = await visitAdmin(stage)
    const needed = { refuse: 'needs_second_factor' } as const
    const asked = await scriptCall(visit, readAdminStats, () => needed)
    await scriptCall(visit, readAdminHealth, () => needed)
    await scriptCall(visit, listUsers, () => needed)
    visit.expectComplaint(/403.*\/api\/admin\//)
    await openPanel(visit)
    await visit.seeText('Admins of this server need a second factor. Please set it up in your settings.')
    expect(await findAccessibilityFaults(visit.page)).toEqual([])
    expect(await visit.page.getByRole('tab').count()).toBe(0)
    expect(asked).toHaveLength(1)
    const way = visit.page.getByRole('link', { name: 'Set up second factor' })
    expect(await way.getAttribute('href')).toBe('/dashboard/settings')
  })

  it('has a tab for each room, an address for each tab, and a way back', async () => {
    const visit = await visitAdmin(stage)
    await openPanel(visit)
    const tab = (name: string) => visit.page.getByRole('tab', { name, exact: true })
    for (const name of ['Jobs', 'Subscriptions', 'Settings', 'Abuse', 'Audit']) {
      await tab(name).click()
      await expect.poll(() => new URL(visit.page.url()).search, PATIENTLY).toBe(`?tab=${name.toLowerCase()}`)
      await visit.page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
    }
    await visit.page.goBack()
    await visit.page.getByRole('tab', { name: 'Abuse', selected: true }).waitFor()
    await goTo(visit, '/admin?tab=jobs')
    await row(visit, '4K 2160p').waitFor()
    // By keyboard: arrows move along, Enter goes in.
    await tab('Jobs').focus()
    await visit.page.keyboard.press('ArrowLeft')
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.textContent), PATIENTLY).toBe('Users')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => new URL(visit.page.url()).search, PATIENTLY).toBe('')
    await field(visit, 'Search users').waitFor()
  })
})

describe('/admin-test', () => {
  it('shows what the calls answer, as text, to admins in whatever casing', async () => {
    const visit = await visitAdmin(stage)
    await visit.context.route('**/api/auth/user', (route) =>
      route.fulfill({ json: { ...examples.ADMIN, role: 'ADMIN' } }),
    )
    await openPanel(visit, 'audit')
    await goTo(visit, '/admin-test')
    await visit.seeText(/"totalUsers": 4218/)
    await visit.seeText(/"email": "tomasz@post.example"/)
    expect(await findAccessibilityFaults(visit.page)).toEqual([])
  })

  it.each([
    ['a stranger', null],
    ['somebody who is no admin', exampleUser()],
  ])('tells %s that it takes an admin', async (_who, user) => {
    const visit = await stage.visit({ path: BEFORE_THE_APP })
    if (user) await signedInAs(visit, user)
    await visit.page.goto(new URL('/', visit.page.url()).href)
    await visit.linkField.waitFor()
    await goTo(visit, '/admin-test')
    await visit.seeText('Admin access required')
    expect(await visit.page.getByText('totalUsers').count()).toBe(0)
  })
})

describe.each([
  { name: 'a phone', screen: PHONE },
  { name: 'a desktop', screen: DESKTOP },
])('on $name', ({ screen }) => {
  async function expectSound(visit: Visit): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await findAccessibilityFaults(visit.page), colorScheme).toEqual([])
    }
    const sideways = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
  }

  it('every tab is free of accessibility faults in light and in dark, and fits the screen', async () => {
    const visit = await visitAdmin(stage, { screen, reducedMotion: true })
    await openPanel(visit)
    await row(visit, 'Tomasz Wilk').waitFor()
    await expectSound(visit)
    await choose(visit, 'Bo Lindqvist', 'Delete')
    await visit.page.getByRole('dialog').waitFor()
    await expectSound(visit)
    await visit.button('Cancel').click()
    const rooms = { jobs: 'COMPLETED', subscriptions: '$49.99', audit: 'Changed a user', abuse: 'The Long Song' }
    for (const [tab, sign] of Object.entries(rooms)) {
      await goTo(visit, `/admin?tab=${tab}`)
      await visit.seeText(sign)
      await expectSound(visit)
    }
    await goTo(visit, '/admin?tab=settings')
    await visit.button('View usage').click()
    await visit.seeText('Free on disk')
    await visit.button('30 days as a table').click()
    await expectSound(visit)
  })
})

it('everything in the panel can be reached by Tab, and shows that it is', async () => {
  const visit = await visitAdmin(stage, { reducedMotion: true })
  await openPanel(visit)
  await row(visit, 'Tomasz Wilk').waitFor()
  const walk = await walkByTab(visit.page)
  expect(walk).toMatchObject({ missed: [], unmarked: [] })
  expect(walk.reached).toBeGreaterThan(15)
})
