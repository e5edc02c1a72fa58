import { readAdminHealth } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listUsers } from '@kerf/contract/admin-users'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../testing/admin-panel.ts'
import { open } from '../../testing/app.tsx'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import * as examples from '../../testing/examples/admin-examples.ts'
import {
  button,
  expectNoFaults,
  field,
  pressOn,
  row,
  see,
  seeFocus,
  seeNo,
  seePath,
  seeText,
} from '../../testing/screen.ts'
import { answerRequests, requestedPaths, scriptCall, scriptUser } from '../../testing/scripted-server.ts'
import { walkByTab } from '../../testing/walk-by-tab.ts'

const tab = (name: string, isSelected?: true): Locator =>
  page.getByRole('tab', { name, ...(isSelected && { selected: isSelected }) })
const seeQuery = (query: string) => expect.poll(() => location.search).toBe(query)

describe('the panel', () => {
  it('retries failed metrics on request, reloads them every half minute, and keeps the last ones', async () => {
    scriptPanel()
    const refusalOf = (callNumber: number) => (callNumber === 1 ? 'not_set_up' : 'busy')
    const statsReads = scriptCall(readAdminStats, (_call, callNumber) =>
      callNumber === 1 || callNumber === 4
        ? { refuse: refusalOf(callNumber) }
        : examples.exampleStats({ totalUsers: 4218 + callNumber, revenueGrowth: null }),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openPanel()
    await seeText(/^The statistics could not be loaded\..*This server is not set up for that yet\.$/)
    await pressOn(button('Try again'), '{Enter}')
    await seeText('4,220')
    await seeFocus(page.getByRole('main'))
    await seeText('nothing on the same days last month')
    await vi.advanceTimersByTimeAsync(29_000)
    expect(statsReads).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1500)
    await seeText('4,221')
    await vi.advanceTimersByTimeAsync(30_000)
    await seeText('Not up to date. This server is busy. Please try again in a moment.')
    await seeText('4,221')
  })

  it('leads an admin without a required second factor to the settings', async () => {
    scriptPanel()
    const refusal = { refuse: 'needs_second_factor' } as const
    const statsReads = scriptCall(readAdminStats, () => refusal)
    scriptCall(readAdminHealth, () => refusal)
    scriptCall(listUsers, () => refusal)
    await openPanel()
    await seeText('Admins of this server need two-factor authentication. Please set it up in your settings.')
    await expectNoFaults()
    expect(page.getByRole('tab').length).toBe(0)
    expect(statsReads).toHaveLength(1)
    const setupLink = page.getByRole('link', { name: 'Set up two-factor authentication' })
    await expect.element(setupLink).toHaveAttribute('href', '/dashboard/settings')
  })

  it('shows metrics and a tab for each section; every control is reachable by Tab and shows focus', async () => {
    scriptPanel()
    await openPanel()
    // Each metric has a chart of its last month, which can be read as a table.
    const stats = page.getByRole('region', { name: 'Statistics' })
    for (const text of ['Total Users', '4,218', '37 new today', 'Active Jobs', '612 completed today', 'Storage Used'])
      await see(stats.getByText(text))
    const money = ['Revenue', '$3,104', 'up 11% on the same days last month']
    for (const text of ['18.4', 'GB', 'down 6% since yesterday', ...money]) await see(stats.getByText(text))
    await see(stats.getByRole('img', { name: /^New users, 30 days: \d+ today, at most \d+ in a day$/ }))
    await button('30 days as a table').click()
    const days = page.getByRole('table', { name: 'Day by day' })
    await see(days.getByRole('row', { name: /^21 Nov 2026 / }))
    expect(days.getByRole('row').length).toBe(31)
    await seeText(/^All services are running\./)

    // Each section has an address, and the back button works. Two tabs count a new message and an open notice.
    for (const name of ['Jobs', 'Subscriptions', 'Settings', 'Newsletter', 'Notices (1)', 'Audit log']) {
      await tab(name).click()
      await seeQuery(`?tab=${name.toLowerCase().split(' ')[0]}`)
      await see(tab(name, true))
    }
    history.back()
    await see(tab('Notices (1)', true))
    await tab('Questions (1)').click()
    await see(row('The audio of my clip'))
    history.pushState(null, '', '/admin?tab=jobs')
    await see(row('4K 2160p'))
    // On the keyboard, arrows move between the tabs and Enter opens one.
    await pressOn(tab('Jobs'), '{ArrowLeft}')
    await seeFocus(tab('Users'))
    await userEvent.keyboard('{Enter}')
    await seeQuery('')
    await see(field('Search users'))
    await see(row('Tomasz Wilk'))
    const scan = await walkByTab()
    expect(scan).toMatchObject({ missed: [], unmarked: [] })
    expect(scan.reached).toBeGreaterThan(15)
  })
})

describe('/admin-test', () => {
  it.each([
    { who: 'a stranger', user: null },
    { who: 'a user who is no admin', user: exampleUser() },
  ])('refuses $who', async ({ user }) => {
    if (user) scriptUser(user)
    await open('/admin-test')
    await seeText('Admin access required')
    await expectNoFaults()
    await seePath('/admin-test')
    expect(requestedPaths().filter((path) => path.startsWith('/api/admin/'))).toEqual([])
  })

  it('shows admins the answers of the calls as text, with the role in any case', async () => {
    scriptPanel()
    answerRequests(({ url }) =>
      url.pathname === '/api/auth/user' ? Response.json({ ...examples.ADMIN, role: 'ADMIN' }) : undefined,
    )
    await open('/admin-test')
    await seeText(/"totalUsers": 4218/)
    await seeText(/"email": "tomasz@post.example"/)
    await seeNo(page.getByText('Admin access required'))
  })
})
