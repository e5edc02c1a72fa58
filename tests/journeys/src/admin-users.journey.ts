import { readFile } from 'node:fs/promises'
import type { User } from '@kerf/contract/account'
import { deleteUser, exportUsers, listSubscriptions, listUsers, updateUser } from '@kerf/contract/admin'
import { describe, expect, it } from 'vitest'
import * as examples from './harness/admin-examples.ts'
import { choose, field, gate, openPanel, row, totalOf, visitAdmin } from './harness/admin-panel.ts'
import { PATIENTLY } from './harness/browser.ts'
import { exampleUser, scriptCall } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'

const stage = openStage({ youtube: false })

describe('the users', () => {
  it('are searched once the typing rests, filtered and sorted, each time from the first page', async () => {
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
    await scriptCall(visit, updateUser, () => ({ refuse: 'last_admin', error: 'You are the only one left.' }))
    visit.expectComplaint(/409.*\/api\/admin\/users\//)
    await openPanel(visit)
    await choose(visit, 'Ines Okafor', 'Take admin role away')
    await visit.seeToast('Update failed', 'You are the only one left.')
    await row(visit, 'Ines Okafor').getByText('ADMIN').waitFor()
  })

  it('are deleted only after a question, and are gone from the list then', async () => {
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
    await scriptCall(visit, deleteUser, () => ({ refuse: 'admin_protected' }))
    visit.expectComplaint(/403.*\/api\/admin\/users\//)
    await openPanel(visit)
    await choose(visit, 'Bo Lindqvist', 'Delete')
    await visit.button('Delete user').click()
    await visit.seeToast('Error', 'Admins cannot be deleted.')
    await row(visit, 'Bo Lindqvist').waitFor()
  })

  it('who are admins cannot be deleted, and the menu says so', async () => {
    const visit = await visitAdmin(stage)
    await openPanel(visit)
    await visit.button('Actions for Ines Okafor').click()
    const item = visit.page.getByRole('menuitem', { name: /^Delete/ })
    expect(await item.textContent()).toContain('Admins cannot be deleted.')
    expect(await item.getAttribute('aria-disabled')).toBe('true')
  })

  it('leave the panel when they take the role from themselves', async () => {
    const visit = await visitAdmin(stage)
    await scriptCall(visit, updateUser, () => ({ ...examples.ADMIN, role: 'user' as const }))
    await openPanel(visit)
    await choose(visit, 'Ines Okafor', 'Take admin role away')
    await visit.seeToast('Access Denied', 'You need admin privileges to access this page.')
    await expect.poll(() => new URL(visit.page.url()).pathname, PATIENTLY).toBe('/')
  })

  it('may be none, may not come, and may come late', async () => {
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
    await scriptCall(visit, exportUsers, () => ({ refuse: 'busy' }))
    visit.expectComplaint(/503.*\/api\/admin\/users\/export/)
    await openPanel(visit)
    await visit.button('Export CSV').click()
    await visit.seeToast('Error', 'This server is busy. Please try again in a moment.')
  })
})

describe('the subscriptions', () => {
  it('are listed with their state; Lifetime can be granted, and the provider is a click away', async () => {
    const visit = await visitAdmin(stage)
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
    const visit = await visitAdmin(stage)
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
