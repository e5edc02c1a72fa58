import { createInvitation } from '@kerf/contract/admin-invitations'
import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import { deleteUser, exportUsers, listUsers, updateUser } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { describe, expect, it } from 'vitest'
import * as examples from '../harness/admin-examples.ts'
import { choose, createGate, openPanel, row, totalOf, visitAdmin } from '../harness/admin-panel.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { exampleUser, scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

describe('the users', () => {
  it('come in pages, even a thousand of them; are searched when typing pauses, filtered and sorted, each time from the first page', async () => {
    const visit = await visitAdmin(stage)
    const people = Array.from({ length: 1024 }, (_, index) =>
      exampleUser({ id: `person${index}`.padEnd(22, 'A'), name: `Person ${index + 1}` }),
    )
    const total = totalOf(people.length)
    const listReads = await scriptCall(
      visit,
      listUsers,
      ({ query }) => {
        // Thirty users match the search.
        const matches = query.get('search') ? people.slice(0, 30) : people
        total['x-total-count'] = String(matches.length)
        return matches.slice((Number(query.get('page')) - 1) * 25, Number(query.get('page')) * 25)
      },
      total,
    )
    await openPanel(visit)
    await visit.seeText('1 to 25 of 1,024')
    const users = visit.page.getByRole('table', { name: 'Users', exact: true })
    expect(await users.getByRole('row').count()).toBe(26)
    await visit.button('Next').click()
    await visit.seeText('26 to 50 of 1,024')
    await row(visit, 'Person 26').waitFor()
    await visit.button('Previous').click()
    await row(visit, 'Person 25').waitFor()
    await visit.seeText('1 to 25 of 1,024')
    expect(await visit.button('Previous').getAttribute('aria-disabled')).toBe('true')
    await visit.button('Next').click()
    await visit.seeText('26 to 50 of 1,024')

    await visit.field('Search users').focus()
    // The characters come one after the other, without a pause even on the slowest machine.
    await visit.page.evaluate(() => {
      for (const character of 'wilk') document.execCommand('insertText', false, character)
    })
    await expect.poll(() => listReads.at(-1)?.query.get('search'), PATIENTLY).toBe('wilk')
    expect(listReads.at(-1)?.query.get('page')).toBe('1')
    // No request was sent for a part of the word.
    expect(listReads.map(({ query }) => query.get('search')).filter((search) => search !== null)).toEqual(['wilk'])
    for (const filter of ['Admins', 'Lifetime', 'Suspended']) {
      await visit.seeText('1 to 25 of 30')
      await visit.button('Next').click()
      await visit.seeText('26 to 30 of 30')
      await visit.field('Show').selectOption(filter)
      await expect.poll(() => listReads.at(-1)?.query.get('filter'), PATIENTLY).toBe(filter.toLowerCase())
      expect(listReads.at(-1)?.query.get('page'), filter).toBe('1')
    }
    // A filter that was shown before also starts at its first page.
    await visit.field('Show').selectOption('Lifetime')
    await visit.seeText('1 to 25 of 30')
    expect(listReads.at(-1)?.query.get('page')).toBe('1')
    await visit.field('Sort by').selectOption('By name')
    await expect.poll(() => listReads.at(-1)?.query.get('sort'), PATIENTLY).toBe('name')
    const readsBefore = listReads.length
    await visit.button('Refresh').first().click()
    await expect.poll(() => listReads.length, PATIENTLY).toBe(readsBefore + 1)
  })

  it('are marked during an action, stay unchanged if the server refuses it, and leave the panel if they demote themselves', async () => {
    const visit = await visitAdmin(stage)
    const answer = createGate()
    const tomasz = examples.exampleUsers()[1] as User
    const calls = await scriptCall(visit, updateUser, async (_call, nth) => {
      if (nth === 2) return { refuse: 'last_admin', error: 'You are the only one left.' }
      if (nth === 3) return { ...examples.ADMIN, role: 'user' as const }
      await answer.opened
      return { ...tomasz, isActive: false }
    })
    visit.expectComplaint(/409.*\/api\/admin\/users\//)
    await openPanel(visit)
    await choose(visit, 'Tomasz Wilk', 'Suspend')
    await row(visit, 'Tomasz Wilk').and(visit.page.locator('[aria-busy="true"]')).getByText('Working...').waitFor()
    expect(await visit.button('Actions for Tomasz Wilk').isDisabled()).toBe(true)
    // The focus stays at the button, which opens nothing during the action.
    await visit.seeFocus(visit.button('Actions for Tomasz Wilk'))
    await visit.page.keyboard.press('Enter')
    expect(await visit.page.getByRole('menuitem').count()).toBe(0)
    expect(await row(visit, 'Bo Lindqvist').getAttribute('aria-busy')).toBe('false')
    answer.open()
    await row(visit, 'Tomasz Wilk').getByText('SUSPENDED').waitFor()
    expect(calls).toHaveLength(1)

    await choose(visit, 'Ines Okafor', 'Remove admin role')
    await visit.seeToast('Update failed', 'You are the only one left.')
    await row(visit, 'Ines Okafor').getByText('ADMIN').waitFor()

    await choose(visit, 'Ines Okafor', 'Remove admin role')
    await visit.seeToast('Access Denied', 'You need admin privileges to access this page.')
    await expect.poll(() => visit.path, PATIENTLY).toBe('/')
  })

  it('stay changed though the list was asked for once more before that', async () => {
    const visit = await visitAdmin(stage)
    const tomasz = examples.exampleUsers()[1] as User
    await scriptCall(visit, updateUser, () => ({ ...tomasz, isActive: false }))
    await openPanel(visit)
    await row(visit, 'Tomasz Wilk').waitFor()
    const lists = await visit.hold(({ url }) => new URL(url()).pathname === '/api/admin/users')
    await visit.page.getByRole('search').getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(lists.count, PATIENTLY).toBe(1)
    await choose(visit, 'Tomasz Wilk', 'Suspend')
    await row(visit, 'Tomasz Wilk').getByText('SUSPENDED').waitFor()
    // The held list is outdated by now.
    await expect.poll(lists.count, PATIENTLY).toBe(2)
  })

  it('are deleted after a confirmation and leave the list; admins and users whose deletion fails stay', async () => {
    const visit = await visitAdmin(stage)
    let [people, isPossible] = [examples.exampleUsers(), false]
    await scriptCall(visit, listUsers, () => people, totalOf(5))
    const calls = await scriptCall(visit, deleteUser, ({ params }) => {
      if (!isPossible) return { refuse: 'admin_protected' }
      people = people.filter(({ id }) => id !== params.id)
      return undefined as never
    })
    visit.expectComplaint(/403.*\/api\/admin\/users\//)
    await openPanel(visit)
    const dialog = visit.page.getByRole('dialog', { name: 'Delete user' })
    const readFocused = (attribute: string) =>
      visit.page.evaluate((name) => document.activeElement?.getAttribute(name), attribute)
    await choose(visit, 'Bo Lindqvist', 'Delete')
    await dialog.getByText('Delete user Bo Lindqvist? This cannot be undone.', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(calls).toHaveLength(0)
    await expect.poll(() => readFocused('aria-label'), PATIENTLY).toBe('Actions for Bo Lindqvist')

    await choose(visit, 'Bo Lindqvist', 'Delete')
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await visit.seeToast('Error', 'Admins cannot be deleted.')
    await dialog.waitFor({ state: 'detached' })
    await row(visit, 'Bo Lindqvist').waitFor()

    isPossible = true
    await choose(visit, 'Bo Lindqvist', 'Delete')
    await dialog.getByRole('button', { name: 'Delete user' }).dblclick()
    await visit.seeToast('User deleted successfully', 'bo@post.example')
    await row(visit, 'Bo Lindqvist').waitFor({ state: 'detached' })
    expect(calls).toHaveLength(2)
    await expect.poll(() => readFocused('id'), PATIENTLY).toBe('user-search')

    await visit.button('Actions for Ines Okafor').click()
    const item = visit.page.getByRole('menuitem', { name: /^Delete/ })
    expect(await item.textContent()).toContain('Admins cannot be deleted.')
    expect(await item.getAttribute('aria-disabled')).toBe('true')
  })

  it('may load late, fail to load, or be none, and are not waited for without a connection', async () => {
    const visit = await visitAdmin(stage)
    const answer = createGate()
    await scriptCall(visit, listUsers, async ({ query }, nth) => {
      if (nth === 1) {
        await answer.opened
        return { refuse: 'internal' }
      }
      return query.get('filter') === 'suspended' ? [] : examples.exampleUsers()
    })
    visit.expectComplaint(/500.*\/api\/admin\/users/)
    await openPanel(visit)
    await visit.page.locator('table[aria-label="Users"][aria-busy="true"]').waitFor()
    answer.open()
    await visit.seeText(/^The users could not be loaded\./)
    await visit.button('Try again').press('Enter')
    await row(visit, 'Tomasz Wilk').waitFor()
    // The button has disappeared; the focus stays at the list.
    await visit.page.locator(':focus').getByRole('table').waitFor()
    await visit.field('Show').selectOption('Suspended')
    await visit.seeText('No users found. Try another search, or show all users.')
    // The empty result of one filter is not shown while another filter is loading.
    const lists = await visit.hold(({ url }) => new URL(url()).pathname === '/api/admin/users')
    await visit.field('Show').selectOption('Admins')
    await expect.poll(lists.count, PATIENTLY).toBe(1)
    await visit.page.locator('table[aria-label="Users"][aria-busy="true"]').waitFor()
    lists.release()

    await openPanel(visit, 'audit')
    const reconnect = await visit.answer('*/api/admin/users?*', () => ({ fails: 'InternetDisconnected' }))
    await visit.context.setOffline(true)
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED.*\/api\/admin\/users/)
    await visit.page.getByRole('tab', { name: 'Users' }).click()
    await visit.seeText(
      /^The users could not be loaded\. You are offline\. Please try again when you are back online\.$/,
    )
    await reconnect()
    // Back online, the page loads the users by itself.
    await visit.context.setOffline(false)
    await row(visit, 'Tomasz Wilk').waitFor()
  })
})

it("the export of users is the server's, or made from the visible list if it has none, and gives no file when it fails", async () => {
  const visit = await visitAdmin(stage)
  const today = new Date().toISOString().slice(0, 10)
  const mallory = exampleUser({ username: '=HYPERLINK("http://evil.example")', email: '+49@evil.example' })
  await scriptCall(visit, listUsers, () => [mallory, examples.ADMIN], totalOf(2))
  let refuse: 'not_set_up' | 'busy' | null = null
  const probes = await scriptCall(visit, exportUsers, () => (refuse ? { refuse } : 'ID,Username'))
  visit.expectComplaint(/501.*\/api\/admin\/users\/export/)
  visit.expectComplaint(/503.*\/api\/admin\/users\/export/)
  await openPanel(visit)
  await row(visit, 'Ines Okafor').waitFor()
  const saveExport = () => visit.saveBy(visit.button('Export CSV'))

  // The browser streams the server's file of all users who match the filter.
  await visit.field('Show').selectOption('Lifetime')
  const serverExport = await saveExport()
  expect(serverExport.name).toBe(`users_export_${today}.csv`)
  expect(serverExport.url).toMatch(/\/api\/admin\/users\/export\?filter=lifetime&sort=newest$/)
  expect(probes[0]?.query.get('filter')).toBe('lifetime')
  await visit.seeToast('CSV exported successfully')

  // The cells of a file that the page makes do not run as formulas in a spreadsheet.
  refuse = 'not_set_up'
  await row(visit, 'Ines Okafor').waitFor()
  const listExport = await saveExport()
  expect(listExport.name).toBe(`users_export_${today}.csv`)
  expect((await listExport.bytes()).toString().split('\r\n')).toEqual([
    '\ufeffID,Username,Email,Role,Subscription,Created,Status',
    `${mallory.id},"'=HYPERLINK(""http://evil.example"")","'+49@evil.example",user,free,${mallory.createdAt},Active`,
    `${examples.ADMIN.id},ines,ines@saltboxfilms.example,admin,lifetime,2026-01-12T09:00:00.000Z,Active`,
    '',
  ])
  await visit.seeToast('CSV exported successfully', '2 users, as shown in the list.')

  refuse = 'busy'
  await visit.button('Export CSV').click()
  await visit.seeToast('Error', 'This server is busy. Please try again in a moment.')
})

it('an admin types the next invitation while one is made, and goes on typing when its link comes', async () => {
  const visit = await visitAdmin(stage)
  const answer = createGate()
  await scriptCall(visit, createInvitation, async () => {
    await answer.opened
    return { ...examples.exampleInvitation(), token: 'made' }
  })
  await openPanel(visit)
  const email = visit.field('Email (optional)')
  await email.fill('grandma@post.example')
  await visit.button('Create invitation').click()
  await visit.button('Creating...').waitFor()
  await email.fill('grandpa')
  answer.open()
  await visit.field('Invitation link').waitFor()
  await visit.button('Create invitation').waitFor()
  await visit.page.keyboard.type('@post.example')
  expect(await email.inputValue()).toBe('grandpa@post.example')
})

it('the subscriptions are listed with their state; Lifetime can be granted, the provider is a click away, and an empty list is shown as such', async () => {
  const visit = await visitAdmin(stage)
  const tomasz = examples.exampleUsers()[1] as User
  let records = examples.exampleSubscriptions()
  await scriptCall(visit, listSubscriptions, () => records)
  const calls = await scriptCall(visit, updateUser, (_call, nth) => {
    if (nth === 1) return { refuse: 'not_found', error: 'That account is gone.' }
    records = records.map((record) => (record.userId === tomasz.id ? { ...record, plan: 'lifetime' as const } : record))
    return { ...tomasz, subscription: 'lifetime' as const }
  })
  visit.expectComplaint(/404.*\/api\/admin\/users\//)
  await openPanel(visit, 'subscriptions')
  for (const text of ['Pro, yearly', '$49.99', '3 Mar 2026 to 3 Mar 2027', 'ACTIVE'])
    await row(visit, 'Tomasz Wilk').getByText(text, { exact: true }).waitFor()
  for (const text of ['Granted', '3 Mar 2026, never ends', 'LIFETIME'])
    await row(visit, 'Ines Okafor').getByText(text, { exact: true }).waitFor()
  await row(visit, 'Ha-eun Seo').getByText('INACTIVE').waitFor()
  expect(await visit.button('Grant Lifetime to Ines Okafor').count()).toBe(0)
  const portal = visit.page.getByRole('link', { name: "Open PayPal's portal" })
  await expect.poll(() => portal.getAttribute('href'), PATIENTLY).toContain('sandbox.paypal.com')

  await visit.button('Grant Lifetime to Tomasz Wilk').click()
  await visit.seeToast('Update failed', 'That account is gone.')
  await row(visit, 'Tomasz Wilk').getByText('ACTIVE').waitFor()
  await visit.button('Grant Lifetime to Tomasz Wilk').click()
  await visit.seeToast('User updated successfully', 'Tomasz Wilk: plan is now Lifetime.')
  const expectedCall = expect.objectContaining({ params: { id: tomasz.id }, body: { subscription: 'lifetime' } })
  expect(calls).toEqual([expectedCall, expectedCall])
  // The pressed button has disappeared; the focus stays in the list.
  await visit.button('Grant Lifetime to Tomasz Wilk').waitFor({ state: 'detached' })
  await visit.page.locator(':focus').getByRole('table').waitFor()
  records = []
  await visit.button('Refresh').click()
  await visit.seeText('Nobody has a paid plan yet.')
})
