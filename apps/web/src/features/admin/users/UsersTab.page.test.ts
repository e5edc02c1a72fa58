import { createInvitation } from '@kerf/contract/admin-invitations'
import { deleteUser, exportUsers, listUsers, updateUser } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choose, openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import { exampleUser } from '../../../testing/examples/account-examples.ts'
import { totalHeader } from '../../../testing/examples/admin-answers.ts'
import * as examples from '../../../testing/examples/admin-examples.ts'
import {
  button,
  field,
  inputIn,
  pressOn,
  pressTwice,
  row,
  saveBy,
  see,
  seeFocus,
  seeFocusAround,
  seeNo,
  seePath,
  seeText,
  seeToast,
} from '../../../testing/screen.ts'
import { goOffline, holdRequests, scriptCall, scriptUser } from '../../../testing/scripted-server.ts'

beforeEach(() => scriptPanel())

const users = page.getByRole('table', { name: 'Users' })
const isUserList = ({ url }: { url: URL }): boolean => url.pathname === '/api/admin/users'

describe('the users', () => {
  it('come in pages, and can be searched, filtered and sorted, each time from the first page', async () => {
    const people = Array.from({ length: 1024 }, (_, index) =>
      exampleUser({ id: `person${index}`.padEnd(22, 'A'), name: `Person ${index + 1}` }),
    )
    const total = totalHeader(people.length)
    const listReads = scriptCall(
      listUsers,
      ({ query }) => {
        // Thirty users match the search.
        const matches = query.get('search') ? people.slice(0, 30) : people
        total['x-total-count'] = String(matches.length)
        return matches.slice((Number(query.get('page')) - 1) * 25, Number(query.get('page')) * 25)
      },
      total,
    )
    const lastQuery = (name: string) => expect.poll(() => listReads.at(-1)?.query.get(name))
    await openPanel()
    await seeText('1 to 25 of 1,024')
    expect(users.getByRole('row').length).toBe(26)
    await button('Next').click()
    await seeText('26 to 50 of 1,024')
    await see(row('Person 26'))
    await button('Previous').click()
    await see(row('Person 25'))
    await seeText('1 to 25 of 1,024')
    await expect.element(button('Previous')).toHaveAttribute('aria-disabled', 'true')
    await button('Next').click()
    await seeText('26 to 50 of 1,024')

    // The characters come one after the other, without a pause even on the slowest machine.
    field('Search users').element().focus()
    for (const character of 'wilk') document.execCommand('insertText', false, character)
    await lastQuery('search').toBe('wilk')
    await lastQuery('page').toBe('1')
    // No request was sent for a part of the word.
    expect(listReads.map(({ query }) => query.get('search')).filter((search) => search !== null)).toEqual(['wilk'])
    for (const filter of ['Admins', 'Lifetime', 'Suspended']) {
      await seeText('1 to 25 of 30')
      await button('Next').click()
      await seeText('26 to 30 of 30')
      await field('Show').selectOptions(filter)
      await lastQuery('filter').toBe(filter.toLowerCase())
      await lastQuery('page').toBe('1')
    }
    // A filter that was shown before also starts at its first page.
    await field('Show').selectOptions('Lifetime')
    await seeText('1 to 25 of 30')
    await lastQuery('page').toBe('1')
    await field('Sort by').selectOptions('By name')
    await lastQuery('sort').toBe('name')
    const readsBefore = listReads.length
    await button('Refresh').first().click()
    await expect.poll(() => listReads.length).toBe(readsBefore + 1)
  })

  it('are marked during an action, unchanged if it is refused, and leave if they demote themselves', async () => {
    const answer = Promise.withResolvers<void>()
    const tomasz = examples.exampleUsers()[1] as User
    const demotedAdmin = { ...examples.ADMIN, role: 'user' as const }
    const calls = scriptCall(updateUser, async (_call, callNumber) => {
      if (callNumber === 2) return { refuse: 'last_admin', error: 'You are the only one left.' }
      if (callNumber === 3) {
        scriptUser(demotedAdmin)
        return demotedAdmin
      }
      await answer.promise
      return { ...tomasz, isActive: false }
    })
    await openPanel()
    await choose('Tomasz Wilk', 'Suspend')
    await see(row('Tomasz Wilk').getByText('Working...'))
    await expect.element(row('Tomasz Wilk')).toHaveAttribute('aria-busy', 'true')
    await expect.element(button('Actions for Tomasz Wilk')).toHaveAttribute('aria-disabled', 'true')
    // The focus stays at the button, which opens nothing during the action.
    await seeFocus(button('Actions for Tomasz Wilk'))
    await userEvent.keyboard('{Enter}')
    expect(page.getByRole('menuitem').length).toBe(0)
    await expect.element(row('Bo Lindqvist')).toHaveAttribute('aria-busy', 'false')
    answer.resolve()
    await see(row('Tomasz Wilk').getByText('SUSPENDED'))
    expect(calls).toHaveLength(1)

    await choose('Ines Okafor', 'Remove admin role')
    await seeToast('Update failed', 'You are the only one left.')
    await see(row('Ines Okafor').getByText('ADMIN', { exact: true }))

    await choose('Ines Okafor', 'Remove admin role')
    await seeToast('Access Denied', 'You need admin privileges to access this page.')
    await seePath('/')
  })

  it('stay changed even if an older request for the list answers late', async () => {
    const tomasz = examples.exampleUsers()[1] as User
    scriptCall(updateUser, () => ({ ...tomasz, isActive: false }))
    await openPanel()
    await see(row('Tomasz Wilk'))
    const lists = holdRequests(isUserList)
    await page.getByRole('search').getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(lists.count).toBe(1)
    await choose('Tomasz Wilk', 'Suspend')
    await see(row('Tomasz Wilk').getByText('SUSPENDED'))
    // The held list is outdated by now.
    await expect.poll(lists.count).toBe(2)
  })

  it('are deleted after a confirmation and leave the list; admins and users whose deletion fails stay', async () => {
    let [people, isPossible] = [examples.exampleUsers(), false]
    scriptCall(listUsers, () => people, totalHeader(5))
    const calls = scriptCall(deleteUser, ({ params }) => {
      if (!isPossible) return { refuse: 'admin_protected' }
      people = people.filter(({ id }) => id !== params.id)
      return undefined as never
    })
    await openPanel()
    const dialog = page.getByRole('dialog', { name: 'Delete user' })
    await choose('Bo Lindqvist', 'Delete')
    await see(dialog.getByText('Delete user Bo Lindqvist? This cannot be undone.'))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await seeNo(dialog)
    expect(calls).toHaveLength(0)
    await seeFocus(button('Actions for Bo Lindqvist'))

    await choose('Bo Lindqvist', 'Delete')
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await seeToast('Error', 'Admins cannot be deleted.')
    await seeNo(dialog)
    await see(row('Bo Lindqvist'))

    isPossible = true
    await choose('Bo Lindqvist', 'Delete')
    await pressTwice(dialog.getByRole('button', { name: 'Delete user' }))
    await seeToast('User deleted successfully', 'bo@post.example')
    await seeNo(row('Bo Lindqvist'))
    expect(calls).toHaveLength(2)
    await seeFocus(field('Search users'))

    await button('Actions for Ines Okafor').click()
    const item = page.getByRole('menuitem', { name: /^Delete/ })
    await expect.element(item).toMatchTextContent(/Admins cannot be deleted\./)
    await expect.element(item).toHaveAttribute('aria-disabled', 'true')
  })

  it('may load late, fail to load, or be empty, and do not wait without a connection', async () => {
    const answer = Promise.withResolvers<void>()
    scriptCall(listUsers, async ({ query }, callNumber) => {
      if (callNumber === 1) {
        await answer.promise
        return { refuse: 'internal' }
      }
      return query.get('filter') === 'suspended' ? [] : examples.exampleUsers()
    })
    await openPanel()
    await expect.element(users).toHaveAttribute('aria-busy', 'true')
    answer.resolve()
    await seeText(/^The users could not be loaded\./)
    await pressOn(button('Try again'), '{Enter}')
    await see(row('Tomasz Wilk'))
    // The button has disappeared; the focus stays at the list.
    await seeFocusAround(users)
    await field('Show').selectOptions('Suspended')
    await seeText('No users found. Try another search, or show all users.')
    // The empty result of one filter is not shown while another filter is loading.
    const lists = holdRequests(isUserList)
    await field('Show').selectOptions('Admins')
    await expect.poll(lists.count).toBe(1)
    await expect.element(users).toHaveAttribute('aria-busy', 'true')
    lists.release()

    await openPanel('audit')
    const goOnline = goOffline()
    await page.getByRole('tab', { name: 'Users' }).click()
    await seeText(/^The users could not be loaded\. You are offline\. Please try again when you are back online\.$/)
    // Back online, the page loads the users by itself.
    goOnline()
    await see(row('Tomasz Wilk'))
  })
})

it('the export of users comes from the server or the visible list, and gives no file on failure', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const mallory = exampleUser({ username: '=HYPERLINK("http://evil.example")', email: '+49@evil.example' })
  scriptCall(listUsers, () => [mallory, examples.ADMIN], totalHeader(2))
  let refusalCode: 'not_set_up' | 'busy' | null = null
  const probes = scriptCall(exportUsers, () => (refusalCode ? { refuse: refusalCode } : 'ID,Username'))
  await openPanel()
  await see(row('Ines Okafor'))

  // The browser streams the server's file of all users who match the filter.
  await field('Show').selectOptions('Lifetime')
  const serverExport = await saveBy(button('Export CSV'))
  expect(serverExport.name).toBe(`users_export_${today}.csv`)
  expect(serverExport.url).toMatch(/\/api\/admin\/users\/export\?filter=lifetime&sort=newest$/)
  expect(probes[0]?.query.get('filter')).toBe('lifetime')
  await seeToast('CSV exported successfully')

  // The cells of a file that the page makes do not run as formulas in a spreadsheet.
  refusalCode = 'not_set_up'
  await see(row('Ines Okafor'))
  const listExport = await saveBy(button('Export CSV'))
  expect(listExport.name).toBe(`users_export_${today}.csv`)
  expect((await listExport.content()).split('\r\n')).toEqual([
    '\ufeffID,Username,Email,Role,Subscription,Created,Status',
    `${mallory.id},"'=HYPERLINK(""http://evil.example"")","'+49@evil.example",user,free,${mallory.createdAt},Active`,
    `${examples.ADMIN.id},ines,ines@saltboxfilms.example,admin,lifetime,2026-01-12T09:00:00.000Z,Active`,
    '',
  ])
  await seeToast('CSV exported successfully', '2 users, as shown in the list.')

  refusalCode = 'busy'
  await button('Export CSV').click()
  await seeToast('Error', 'This server is busy. Please try again in a moment.')
})

it('an admin can type the next invitation while one is being made, and after it', async () => {
  const answer = Promise.withResolvers<void>()
  scriptCall(createInvitation, async () => {
    await answer.promise
    return { ...examples.exampleInvitation(), token: 'made' }
  })
  await openPanel()
  const email = field('Email (optional)')
  await email.fill('grandma@post.example')
  await button('Create invitation').click()
  await see(button('Creating...'))
  await email.fill('grandpa')
  answer.resolve()
  await see(field('Invitation link'))
  await see(button('Create invitation'))
  await userEvent.keyboard('@post.example')
  expect(inputIn('Email (optional)')).toBe('grandpa@post.example')
})
