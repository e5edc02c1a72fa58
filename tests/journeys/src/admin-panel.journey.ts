import { readFile } from 'node:fs/promises'
import type { User } from '@kerf/contract/account'
import { deleteUser, exportUsers, listSubscriptions, listUsers, readAdminStats, updateUser } from '@kerf/contract/admin'
import { cancelJob, listJobs, retryJob } from '@kerf/contract/admin-jobs'
import { readAdminHealth } from '@kerf/contract/admin-settings'
import { describe, expect, it } from 'vitest'
import * as examples from './harness/admin-examples.ts'
import { BEFORE_THE_APP, goTo, openPanel, scriptPanel, totalOf } from './harness/admin-panel.ts'
import { DESKTOP, PATIENTLY, PHONE } from './harness/browser.ts'
import { findAccessibilityFaults } from './harness/find-accessibility-faults.ts'
import { exampleUser, scriptCall, signedInAs } from './harness/script-calls.ts'
import { openStage, type VisitOptions } from './harness/stage.ts'
import type { Visit } from './harness/visit.ts'
import { walkByTab } from './harness/walk-by-tab.ts'

const stage = openStage({ youtube: false })

async function visitAdmin(options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ ...options, path: BEFORE_THE_APP })
  await scriptPanel(visit)
  return visit
}

const row = (visit: Visit, text: string) => visit.page.getByRole('row').filter({ hasText: text })
const field = (visit: Visit, name: string) => visit.page.getByLabel(name, { exact: true })

async function choose(visit: Visit, person: string, action: string): Promise<void> {
  await visit.button(`Actions for ${person}`).click()
  await visit.page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Lets one scripted answer wait until it is released. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

describe('the panel', () => {
  it('shows how the installation is doing, with a month behind each figure that can be read as a table', async () => {
    const visit = await visitAdmin()
    await openPanel(visit)
    const figures = visit.page.getByRole('region', { name: 'Figures' })
    for (const text of ['Total Users', '4,218', '37 new today', 'Active Jobs', '612 completed today', 'Storage Used'])
      await figures.getByText(text, { exact: true }).waitFor()
    for (const text of ['18.4', 'GB', 'down 6% since yesterday', 'Revenue', '$3,104', 'up 11% on last month'])
      await figures.getByText(text, { exact: true }).waitFor()
    await figures.getByRole('img', { name: /^New users, 30 days: \d+ today, at most \d+ in a day$/ }).waitFor()
    await visit.button('30 days as a table').click()
    const days = visit.page.getByRole('table', { name: 'Day by day' })
    expect(await days.getByRole('row').count()).toBe(31)
    await days.getByRole('row', { name: /^21 Nov 2026 / }).waitFor()
    await visit.seeText(/^All services answer\./)
  })

  it('asks for its figures anew every half minute, and keeps the last ones when no answer comes', async () => {
    const visit = await visitAdmin()
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
    const visit = await visitAdmin()
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
    const visit = await visitAdmin()
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
    const visit = await visitAdmin()
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

describe('the users', () => {
  it('are searched once the typing rests, filtered and sorted, each time from the first page', async () => {
    const visit = await visitAdmin()
    const total = totalOf(60)
    const asked = await scriptCall(visit, listUsers, () => examples.exampleUsers(), total)
    await openPanel(visit)
    await visit.button('Next').click()
    await visit.seeText('26 to 30 of 60')
    await field(visit, 'Search users').pressSequentially('wilk', { delay: 10 })
    await expect.poll(() => asked.at(-1)?.query.get('search'), PATIENTLY).toBe('wilk')
    expect(asked.at(-1)?.query.get('page')).toBe('1')
    // Nothing was asked for half a word.
    expect(asked.map(({ query }) => query.get('search')).filter((search) => search !== null)).toEqual(['wilk'])
    for (const filter of ['Admins', 'Lifetime', 'Suspended']) {
      await field(visit, 'Show').selectOption(filter)
      await expect.poll(() => asked.at(-1)?.query.get('filter'), PATIENTLY).toBe(filter.toLowerCase())
    }
    await field(visit, 'Sort by').selectOption('By name')
    await expect.poll(() => asked.at(-1)?.query.get('sort'), PATIENTLY).toBe('name')
    const before = asked.length
    await visit.button('Refresh').click()
    await expect.poll(() => asked.length, PATIENTLY).toBe(before + 1)
  })

  it('come in pages, a thousand of them too', async () => {
    const visit = await visitAdmin()
    const people = Array.from({ length: 1024 }, (_, index) =>
      exampleUser({ id: `person${index}`.padEnd(22, 'A'), name: `Person ${index + 1}` }),
    )
    await scriptCall(
      visit,
      listUsers,
      ({ query }) => people.slice((Number(query.get('page')) - 1) * 25, Number(query.get('page')) * 25),
      totalOf(people.length),
    )
    await openPanel(visit)
    await visit.seeText('1 to 25 of 1,024')
    expect(await visit.page.getByRole('row').count()).toBe(26)
    await visit.button('Next').click()
    await visit.seeText('26 to 50 of 1,024')
    await row(visit, 'Person 26').waitFor()
    await visit.button('Previous').click()
    await row(visit, 'Person 25').waitFor()
    expect(await visit.button('Previous').getAttribute('aria-disabled')).toBe('true')
  })

  it('get another plan, another role, are suspended and reactivated, and it is told what changed', async () => {
    const visit = await visitAdmin()
    let people = examples.exampleUsers()
    const calls = await scriptCall(visit, updateUser, ({ params, body }) => {
      people = people.map((user) => (user.id === params.id ? ({ ...user, ...body } as User) : user))
      return people.find(({ id }) => id === params.id) as User
    })
    // Who changes their own plan has everything read anew, this list included.
    await scriptCall(visit, listUsers, () => people, totalOf(people.length))
    await openPanel(visit)
    const changes = [
      ['Tomasz Wilk', 'Grant Lifetime', { subscription: 'lifetime' }, 'plan is now Lifetime', 'Lifetime'],
      ['Tomasz Wilk', 'Change plan to Free', { subscription: 'free' }, 'plan is now Free', 'Free'],
      [
        'Bo Lindqvist',
        'Change plan to Pro, monthly',
        { subscription: 'pro-monthly' },
        'plan is now Pro, monthly',
        'Pro, monthly',
      ],
      [
        'Ines Okafor',
        'Change plan to Pro, yearly',
        { subscription: 'pro-yearly' },
        'plan is now Pro, yearly',
        'Pro, yearly',
      ],
      ['Tomasz Wilk', 'Make admin', { role: 'admin' }, 'role is now admin', 'ADMIN'],
      ['Tomasz Wilk', 'Take admin role away', { role: 'user' }, 'role is now user', 'User'],
      ['Bo Lindqvist', 'Suspend', { isActive: false }, 'status is now suspended', 'SUSPENDED'],
      ['Marguerite Diallo', 'Reactivate', { isActive: true }, 'status is now active', 'Active'],
    ] as const
    for (const [person, action, change, told, shown] of changes) {
      await choose(visit, person, action)
      await visit.seeToast('User updated successfully', `${person}: ${told}.`)
      await row(visit, person).getByText(shown, { exact: true }).waitFor()
      expect(calls.at(-1)?.body).toEqual(change)
    }
    expect(calls).toHaveLength(changes.length)
  })

  it('are marked while something is done with them, and it is done once', async () => {
    const visit = await visitAdmin()
    const answer = gate()
    const [tomasz] = examples.exampleUsers().slice(1)
    const calls = await scriptCall(visit, updateUser, async () => {
      await answer.opened
      return { ...(tomasz as User), isActive: false }
    })
    await openPanel(visit)
    await choose(visit, 'Tomasz Wilk', 'Suspend')
    await row(visit, 'Tomasz Wilk').and(visit.page.locator('[aria-busy="true"]')).getByText('Working...').waitFor()
    expect(await visit.button('Actions for Tomasz Wilk').isDisabled()).toBe(true)
    expect(await row(visit, 'Bo Lindqvist').getAttribute('aria-busy')).toBe('false')
    answer.open()
    await row(visit, 'Tomasz Wilk').getByText('SUSPENDED').waitFor()
    expect(calls).toHaveLength(1)
  })

  it('stay as they are when the server refuses, which is told in its own words', async () => {
    const visit = await visitAdmin()
    await scriptCall(visit, updateUser, () => ({ refuse: 'last_admin', error: 'You are the only one left.' }))
    visit.expectComplaint(/409.*\/api\/admin\/users\//)
    await openPanel(visit)
    await choose(visit, 'Ines Okafor', 'Take admin role away')
    await visit.seeToast('Update failed', 'You are the only one left.')
    await row(visit, 'Ines Okafor').getByText('ADMIN').waitFor()
  })

  it('are deleted only after a question, and are gone from the list then', async () => {
    const visit = await visitAdmin()
    let people = examples.exampleUsers()
    const total = totalOf(5)
    await scriptCall(visit, listUsers, () => people, total)
    const calls = await scriptCall(visit, deleteUser, ({ params }) => {
      people = people.filter(({ id }) => id !== params.id)
      return undefined as never
    })
    await openPanel(visit)
    await choose(visit, 'Bo Lindqvist', 'Delete')
    const dialog = visit.page.getByRole('dialog', { name: 'Delete user' })
    await dialog.getByText('Delete user Bo Lindqvist? This cannot be undone.', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(calls).toHaveLength(0)
    await expect
      .poll(() => visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), PATIENTLY)
      .toBe('Actions for Bo Lindqvist')

    await choose(visit, 'Bo Lindqvist', 'Delete')
    await dialog.getByRole('button', { name: 'Delete user' }).dblclick()
    await visit.seeToast('User deleted successfully', 'bo@post.example')
    await row(visit, 'Bo Lindqvist').waitFor({ state: 'detached' })
    expect(calls).toHaveLength(1)
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.id), PATIENTLY).toBe('user-search')
  })

  it('are not deleted where that fails, and it is said why', async () => {
    const visit = await visitAdmin()
    await scriptCall(visit, deleteUser, () => ({ refuse: 'admin_protected' }))
    visit.expectComplaint(/403.*\/api\/admin\/users\//)
    await openPanel(visit)
    await choose(visit, 'Bo Lindqvist', 'Delete')
    await visit.button('Delete user').click()
    await visit.seeToast('Error', 'Admins cannot be deleted.')
    await row(visit, 'Bo Lindqvist').waitFor()
  })

  it('who are admins cannot be deleted, and the menu says so', async () => {
    const visit = await visitAdmin()
    await openPanel(visit)
    await visit.button('Actions for Ines Okafor').click()
    const item = visit.page.getByRole('menuitem', { name: /^Delete/ })
    expect(await item.textContent()).toContain('Admins cannot be deleted.')
    expect(await item.getAttribute('aria-disabled')).toBe('true')
  })

  it('leave the panel when they take the role from themselves', async () => {
    const visit = await visitAdmin()
    await scriptCall(visit, updateUser, () => ({ ...examples.ADMIN, role: 'user' as const }))
    await openPanel(visit)
    await choose(visit, 'Ines Okafor', 'Take admin role away')
    await visit.seeToast('Access Denied', 'You need admin privileges to access this page.')
    await expect.poll(() => new URL(visit.page.url()).pathname, PATIENTLY).toBe('/')
  })

  it('may be none, may not come, and may come late', async () => {
    const visit = await visitAdmin()
    const answer = gate()
    await scriptCall(
      visit,
      listUsers,
      async ({ query }, nth) => {
        if (nth === 1) {
          await answer.opened
          return { refuse: 'internal' }
        }
        return query.get('filter') === 'suspended' ? [] : examples.exampleUsers()
      },
      {},
    )
    visit.expectComplaint(/500.*\/api\/admin\/users/)
    await openPanel(visit)
    await visit.page.locator('table[aria-label="Users"][aria-busy="true"]').waitFor()
    answer.open()
    await visit.seeText(/^The users could not be loaded\./)
    await visit.button('Try again').click()
    await row(visit, 'Tomasz Wilk').waitFor()
    await field(visit, 'Show').selectOption('Suspended')
    await visit.seeText('Nobody fits. Search for less, or show all users.')
  })

  it('are not waited for without a connection', async () => {
    const visit = await visitAdmin()
    await openPanel(visit, 'audit')
    await visit.context.route('**/api/admin/users?*', (route) => route.abort('internetdisconnected'))
    await visit.context.setOffline(true)
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED.*\/api\/admin\/users/)
    await visit.page.getByRole('tab', { name: 'Users' }).click()
    await visit.seeText(/^The users could not be loaded\. You are offline\. Please try again when you are back\.$/)
    await visit.context.unroute('**/api/admin/users?*')
    // Back online it looks by itself.
    await visit.context.setOffline(false)
    await row(visit, 'Tomasz Wilk').waitFor()
  })
})

describe('the export of users', () => {
  const today = () => new Date().toISOString().slice(0, 10)

  it("is the server's, streamed by the browser itself, of everybody who fits", async () => {
    const visit = await visitAdmin()
    const probes = await scriptCall(visit, exportUsers, () => 'ID,Username')
    await openPanel(visit)
    await field(visit, 'Show').selectOption('Lifetime')
    const [file] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Export CSV').click()])
    expect(file.suggestedFilename()).toBe(`users_export_${today()}.csv`)
    expect(file.url()).toMatch(/\/api\/admin\/users\/export\?filter=lifetime&sort=newest$/)
    expect(probes[0]?.query.get('filter')).toBe('lifetime')
    await visit.seeToast('CSV exported successfully')
  })

  it('is made from what is shown where the server has none, and runs in no spreadsheet', async () => {
    const visit = await visitAdmin()
    const mallory = exampleUser({ username: '=HYPERLINK("http://evil.example")', email: '+49@evil.example' })
    await scriptCall(visit, listUsers, () => [mallory, examples.ADMIN], totalOf(2))
    await scriptCall(visit, exportUsers, () => ({ refuse: 'not_set_up' }))
    visit.expectComplaint(/501.*\/api\/admin\/users\/export/)
    await openPanel(visit)
    await row(visit, 'Ines Okafor').waitFor()
    const [file] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Export CSV').click()])
    expect(file.suggestedFilename()).toBe(`users_export_${today()}.csv`)
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toEqual([
      '\ufeffID,Username,Email,Role,Subscription,Created,Status',
      `${mallory.id},"'=HYPERLINK(""http://evil.example"")","'+49@evil.example",user,free,${mallory.createdAt},Active`,
      `${examples.ADMIN.id},ines,ines@saltboxfilms.example,admin,lifetime,2026-01-12T09:00:00.000Z,Active`,
      '',
    ])
    await visit.seeToast('CSV exported successfully', '2 users: those that are shown.')
  })

  it('is no file when the server fails', async () => {
    const visit = await visitAdmin()
    await scriptCall(visit, exportUsers, () => ({ refuse: 'busy' }))
    visit.expectComplaint(/503.*\/api\/admin\/users\/export/)
    await openPanel(visit)
    await visit.button('Export CSV').click()
    await visit.seeToast('Error', 'This server is busy. Please try again in a moment.')
  })
})

describe('the job queue', () => {
  it('shows every job with what is known of it, and asks anew every five seconds', async () => {
    const visit = await visitAdmin()
    await visit.page.clock.install()
    let progress = 71
    const asked = await scriptCall(visit, listJobs, () =>
      examples.exampleJobs().map((job) => (job.status === 'processing' ? { ...job, progress } : job)),
    )
    await openPanel(visit, 'jobs')
    const running = row(visit, '4K 2160p, MP4')
    for (const text of ['Tomasz Wilk', 'Priority', '71%', 'PROCESSING', 'Created 20 Nov, 22:13:58'])
      await running.getByText(text, { exact: true }).waitFor()
    await row(visit, 'Audio (MP3, 320 kbps)').getByText('Anonymous').waitFor()
    await row(visit, 'FAILED').getByText('The source did not answer in time. Please try again.').waitFor()
    await row(visit, 'COMPLETED').getByText('12.3 MB').waitFor()
    await row(visit, 'EXPIRED')
      .getByRole('button')
      .and(visit.button('Details: 1080p (HD), MP4 for Ha-eun Seo'))
      .waitFor()
    expect(await row(visit, 'EXPIRED').getByRole('button').count()).toBe(1)
    const before = asked.length
    progress = 88
    await visit.page.clock.runFor(4000)
    expect(asked).toHaveLength(before)
    await visit.page.clock.runFor(1500)
    await running.getByText('88%', { exact: true }).waitFor()
  })

  it('lets failed jobs be tried again and open ones be cancelled', async () => {
    const visit = await visitAdmin()
    const [running, , failed] = examples.exampleJobs()
    const retried = await scriptCall(visit, retryJob, () => ({ ...failed!, status: 'queued' as const, progress: 0 }))
    const cancelled = await scriptCall(visit, cancelJob, () => ({ ...running!, status: 'cancelled' as const }))
    await openPanel(visit, 'jobs')
    await visit.button('Retry: 720p, MP4 for Bo Lindqvist').dblclick()
    await visit.seeToast('Job requeued successfully', '720p, MP4, for Bo Lindqvist.')
    await row(visit, '720p, MP4').getByText('QUEUED').waitFor()
    await visit.button('Cancel: 4K 2160p, MP4 for Tomasz Wilk').click()
    await visit.seeToast('Job cancelled successfully', '4K 2160p, MP4, for Tomasz Wilk.')
    await row(visit, '4K 2160p').getByText('CANCELLED').waitFor()
    expect(retried.map(({ params }) => params.id)).toEqual([failed?.id])
    expect(cancelled.map(({ params }) => params.id)).toEqual([running?.id])
  })

  it('says why a job cannot be tried again or cancelled', async () => {
    const visit = await visitAdmin()
    await scriptCall(visit, retryJob, () => ({ refuse: 'storage_full' }))
    await scriptCall(visit, cancelJob, () => ({ refuse: 'job_not_open' }))
    visit.expectComplaint(/503.*\/retry/)
    visit.expectComplaint(/409.*\/cancel/)
    await openPanel(visit, 'jobs')
    await visit.button('Retry: 720p, MP4 for Bo Lindqvist').click()
    await visit.seeToast('Error', /^This server has no room for another clip/)
    await visit.button('Cancel: 4K 2160p, MP4 for Tomasz Wilk').click()
    await visit.seeToast('Error', 'The job is not in a state in which this can be done.')
    await visit.button('Cancel: 4K 2160p, MP4 for Tomasz Wilk').waitFor()
  })

  it('tells why a job failed, in the words of the source', async () => {
    const visit = await visitAdmin()
    await openPanel(visit, 'jobs')
    await visit.button('Details: 720p, MP4 for Bo Lindqvist').click()
    const dialog = visit.page.getByRole('dialog', { name: '720p, MP4' })
    for (const text of [
      'The source did not answer in time. Please try again.',
      'one viewer',
      'https://youtu.be/aqz-KE-bpKQ',
    ])
      await dialog.getByText(text, { exact: true }).waitFor()
    await dialog.getByText('yt-dlp was ended after 25 s.').waitFor()
    expect(await dialog.getByRole('link', { name: 'Open the file' }).count()).toBe(0)
  })

  it('opens a finished job, and its file a step further', async () => {
    const visit = await visitAdmin()
    await openPanel(visit, 'jobs')
    await visit.button('View: 360p, MP4 for Anonymous').click()
    const dialog = visit.page.getByRole('dialog', { name: '360p, MP4' })
    for (const text of [
      'One day outside, in six shots',
      '0:21.400 – 0:38.233',
      '12.3 MB',
      '2 viewers',
      '480',
      '13.4 MB',
    ])
      await dialog.getByText(text, { exact: true }).waitFor()
    expect(await dialog.getByRole('link', { name: 'Open the file' }).getAttribute('href')).toMatch(
      /^\/api\/admin\/jobs\/doneA+\/file$/,
    )
    await visit.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('can be narrowed to one kind, of which there may be none', async () => {
    const visit = await visitAdmin()
    const asked = await scriptCall(visit, listJobs, ({ query }) =>
      query.get('status') === 'queued' ? [] : examples.exampleJobs(),
    )
    await openPanel(visit, 'jobs')
    for (const kind of ['Failed', 'Completed', 'Processing', 'Cancelled', 'Expired', 'Queued']) {
      await field(visit, 'Show').selectOption(kind)
      await expect.poll(() => asked.at(-1)?.query.get('status'), PATIENTLY).toBe(kind.toLowerCase())
    }
    await visit.seeText('There is no job of this kind.')
  })
})

describe('the subscriptions', () => {
  it('are listed with their state; Lifetime can be granted, and the provider is a click away', async () => {
    const visit = await visitAdmin()
    const tomasz = examples.exampleUsers()[1] as User
    const calls = await scriptCall(visit, updateUser, () => ({ ...tomasz, subscription: 'lifetime' as const }))
    await openPanel(visit, 'subscriptions')
    for (const text of ['Pro, yearly', '$49.99', '3 Mar 2026 to 3 Mar 2027', 'ACTIVE'])
      await row(visit, 'Tomasz Wilk').getByText(text, { exact: true }).waitFor()
    for (const text of ['Given', '3 Mar 2026, never ends', 'LIFETIME'])
      await row(visit, 'Ines Okafor').getByText(text, { exact: true }).waitFor()
    await row(visit, 'Ha-eun Seo').getByText('INACTIVE').waitFor()
    expect(await visit.button('Grant Lifetime to Ines Okafor').count()).toBe(0)
    const portal = visit.page.getByRole('link', { name: "Open PayPal's portal" })
    await expect.poll(() => portal.getAttribute('href'), PATIENTLY).toContain('sandbox.paypal.com')
    await visit.button('Grant Lifetime to Tomasz Wilk').click()
    await visit.seeToast('User updated successfully', 'Tomasz Wilk: plan is now Lifetime.')
    expect(calls).toEqual([expect.objectContaining({ params: { id: tomasz.id }, body: { subscription: 'lifetime' } })])
  })

  it('stay as they are when Lifetime cannot be granted, and may be none', async () => {
    const visit = await visitAdmin()
    await scriptCall(visit, updateUser, () => ({ refuse: 'not_found', error: 'That account is gone.' }))
    visit.expectComplaint(/404.*\/api\/admin\/users\//)
    await openPanel(visit, 'subscriptions')
    await visit.button('Grant Lifetime to Tomasz Wilk').click()
    await visit.seeToast('Update failed', 'That account is gone.')
    await scriptCall(visit, listSubscriptions, () => [])
    await visit.button('Refresh').click()
    await visit.seeText('Nobody has a paid plan yet.')
  })
})

describe('/admin-test', () => {
  it('shows what the calls answer, as text, to admins in whatever casing', async () => {
    const visit = await visitAdmin()
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
    const visit = await visitAdmin({ screen, reducedMotion: true })
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
  const visit = await visitAdmin({ reducedMotion: true })
  await openPanel(visit)
  await row(visit, 'Tomasz Wilk').waitFor()
  const walk = await walkByTab(visit.page)
  expect(walk).toMatchObject({ missed: [], unmarked: [] })
  expect(walk.reached).toBeGreaterThan(15)
})
