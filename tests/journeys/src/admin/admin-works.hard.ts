import { readAdminHealth } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { videoIds } from '@kerf/standins/youtube/videos'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { exampleHealth, exampleStats } from '../../../../apps/web/src/testing/examples/admin-examples.ts'
import { AccountHolder, newEmail } from '../harness/account-holder.ts'
import { addressOf, BEFORE_THE_APP, choose, goTo, openPanel, row } from '../harness/admin-panel.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'
import { Visitor } from '../harness/visitor.ts'
import { linkTo } from '../harness/youtube.ts'

const ADMIN = { email: 'boss@example.org', password: 'the boss of the video' }

// Only one cut runs at a time, so that the running one is known.
const testbed = openTestbed({
  youtube: true,
  environment: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, WORKER_CONCURRENCY: '1' },
})

/** A user with an account under a unique name, by which the admin finds them. */
class Person extends AccountHolder {
  readonly name: string

  constructor(name: string) {
    const email = newEmail(name.toLowerCase())
    super(testbed.kerf.url, { email })
    this.name = `${name} ${email.split('@')[0]}`
  }

  static async create(name: string): Promise<Person> {
    const person = new Person(name)
    expect((await person.signUp({ name: person.name })).status).toBe(200)
    return person
  }
}

/** Signs in, from the next page load on. */
async function signIn(visit: Visit, { email, password }: { email: string; password: string }): Promise<void> {
  const address = new URL('/api/auth/signin', testbed.kerf.url).href
  expect((await visit.context.request.post(address, { data: { email, password } })).status()).toBe(200)
}

async function visitSignedIn(credentials: { email: string; password: string }): Promise<Visit> {
  const visit = await testbed.visit({ screen: PHONE, path: BEFORE_THE_APP })
  await signIn(visit, credentials)
  return visit
}

async function openTab(visit: Visit, tab: string): Promise<void> {
  await goTo(visit, addressOf(tab))
  await visit.page
    .locator('[role="tab"][aria-selected="true"]')
    .filter({ hasText: new RegExp(tab, 'i') })
    .waitFor()
}

async function changeAndSee(visit: Visit, person: Person, action: string, change: string): Promise<void> {
  await choose(visit, person.name, action)
  await visit.seeToast('User updated successfully', `${person.name}: ${change}.`)
}

const DAILY_LIMIT = 11

// `npm test` covers the panel tab by tab, and the server in tests of the use cases.
it('an admin on a phone manages users, their jobs and the server, and the audit log shows all of it', async () => {
  const [wilma, deletedPerson] = [await Person.create('Wilma'), await Person.create('Doomed')]
  const wilmaTab = await visitSignedIn(wilma)
  const admin = await visitSignedIn(ADMIN)
  await openPanel(admin)
  const metrics = admin.page.getByRole('region', { name: 'Statistics' })
  await metrics.getByText(/^\d+ new today$/).waitFor()
  // On a phone, the list of users comes before the metrics.
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  expect(await top(admin.page.getByRole('tablist'))).toBeLessThan(200)
  expect(await top(metrics)).toBeGreaterThan(await top(row(admin, wilma.name)))

  await during('people', () => lookAfterPeople(admin, wilma, deletedPerson, wilmaTab))
  await during('export', () => exportPeople(admin, wilma, deletedPerson))
  await during('subscriptions', async () => {
    await openTab(admin, 'subscriptions')
    // The month that was granted earlier has its own record.
    const lifetime = row(admin, wilma.name).filter({ has: admin.page.getByText('LIFETIME', { exact: true }) })
    await lifetime.getByText('Granted', { exact: true }).waitFor()
  })
  await during('jobs', async () => {
    await lookAtJob(admin)
    await cancelStalledJob(admin)
  })
  await during('settings', () => changeSettings(admin))
  await during('audit', async () => {
    await openTab(admin, 'audit')
    const actions = ['Changed a user', 'Deleted a user', 'Exported users', 'Opened a clip', 'Cancelled a job']
    for (const action of [...actions, 'Changed settings', 'Ran the cleanup']) await row(admin, action).first().waitFor()
    const settings = row(admin, 'Changed settings').filter({ hasText: String(DAILY_LIMIT) })
    await settings.first().waitFor()
    // Users are shown with their current names.
    await row(admin, 'Changed a user').filter({ hasText: wilma.email }).first().waitFor()
    expect(await admin.page.getByText(deletedPerson.email).count()).toBe(0)
  })
})

/** Names the part of the journey in an error. */
async function during(part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`The admin's ${part}`, { cause: error })
  }
}

async function lookAfterPeople(admin: Visit, wilma: Person, deletedPerson: Person, wilmaTab: Visit): Promise<void> {
  await admin.field('Search users').fill(wilma.email.toUpperCase())
  await row(admin, wilma.name).waitFor()
  await row(admin, deletedPerson.name).waitFor({ state: 'detached' })

  await changeAndSee(admin, wilma, 'Suspend', 'status is now suspended')
  await row(admin, wilma.name).getByText('SUSPENDED').waitFor()
  wilmaTab.expectComplaint(/401.*\/api\/auth\/user/)
  await wilmaTab.page.goto(new URL('/profile', testbed.kerf.url).href)
  await expect.poll(() => wilmaTab.path, PATIENTLY).toBe('/signin')
  // The sign-in page says that the account is suspended, and links to the contact page.
  wilmaTab.expectComplaint(/403.*\/api\/auth\/signin/)
  await wilmaTab.page.getByRole('textbox', { name: 'Email' }).first().fill(wilma.email)
  await wilmaTab.page.locator('input[type=password]').fill(wilma.password)
  await wilmaTab.button('Sign In').click()
  await wilmaTab.seeText(/^This account is suspended\. Write to us$/)
  await wilmaTab.page.getByRole('link', { name: 'Write to us' }).click()
  await wilmaTab.page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  await changeAndSee(admin, wilma, 'Reactivate', 'status is now active')
  expect((await wilma.signIn()).status).toBe(200)

  const question = (name: string) => admin.page.getByRole('dialog', { name })
  await choose(admin, wilma.name, 'Make admin')
  await question('Make admin').getByRole('button', { name: 'Cancel' }).click()
  await question('Make admin').waitFor({ state: 'detached' })
  expect((await wilma.signIn()).body.user.role).toBe('user')
  await choose(admin, wilma.name, 'Make admin')
  await question('Make admin').getByRole('button', { name: 'Make admin' }).click()
  await admin.seeToast('User updated successfully', `${wilma.name}: role is now admin.`)
  await changeAndSee(admin, wilma, 'Remove admin role', 'role is now user')
  await changeAndSee(admin, wilma, 'Change plan to Pro, monthly', 'plan is now Pro, monthly')
  await changeAndSee(admin, wilma, 'Grant Lifetime', 'plan is now Lifetime')
  expect((await wilma.signIn()).body.user.subscription).toBe('lifetime')

  await admin.field('Search users').fill(deletedPerson.email)
  await choose(admin, deletedPerson.name, 'Delete')
  await admin.seeText(`Delete user ${deletedPerson.name}? This cannot be undone.`, question('Delete user'))
  await question('Delete user').getByRole('button', { name: 'Delete user' }).click()
  await admin.seeToast('User deleted successfully', deletedPerson.email)
  await admin.seeText('No users found. Try another search, or show all users.')
  expect((await deletedPerson.signIn()).status).toBe(401)
}

async function exportPeople(admin: Visit, wilma: Person, deletedPerson: Person): Promise<void> {
  await admin.field('Search users').fill('')
  await row(admin, wilma.name).waitFor()
  const file = await admin.saveBy(admin.button('Export CSV'))
  expect(file.name).toBe(`users_export_${new Date().toISOString().slice(0, 10)}.csv`)
  const lines = (await file.bytes()).toString().split('\r\n')
  expect(lines[0]).toBe('\ufeffID,Username,Email,Role,Subscription,Created,Status')
  expect(lines.filter((line) => line.includes(wilma.email))).toEqual([
    expect.stringMatching(/,user,lifetime,.*,Active$/),
  ])
  expect(lines.filter((line) => line.includes(deletedPerson.email))).toEqual([])
}

async function lookAtJob(admin: Visit): Promise<void> {
  const stranger = new Visitor(testbed.kerf.url)
  await stranger.waitUntilEnded(await stranger.requestClip('kerf:sample', 1, 4))
  await openTab(admin, 'jobs')
  const completedRow = row(admin, 'COMPLETED').filter({ hasText: '360p' }).first()
  await completedRow.getByRole('button', { name: /^View: 360p, MP4 for Anonymous$/ }).click()
  const dialog = admin.page.getByRole('dialog', { name: '360p, MP4' })
  await dialog.getByText('One day outside, in six shots', { exact: true }).waitFor()
  const file = await dialog.getByRole('link', { name: 'Open the file' }).getAttribute('href')
  const clip = await admin.context.request.get(new URL(file ?? '', testbed.kerf.url).href)
  expect([clip.status(), clip.headers()['content-type']]).toEqual([200, 'video/mp4'])
  expect((await clip.body()).byteLength).toBeGreaterThan(10_000)
  await admin.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function cancelStalledJob(admin: Visit): Promise<void> {
  const stranger = new Visitor(testbed.kerf.url)
  testbed.youtube.standin.configure({ stallMedia: true })
  const stalledDownload = await stranger.requestClip(linkTo(videoIds.ordinary), 1, 4)
  await row(admin, 'PROCESSING').waitFor()
  await admin.button('Cancel: 360p, MP4 for Anonymous').click()
  await admin.seeToast('Job cancelled successfully', '360p, MP4, for Anonymous.')
  await row(admin, 'CANCELLED').first().waitFor()
  expect((await stranger.waitUntilEnded(stalledDownload)).status).toBe('cancelled')
  testbed.youtube.standin.configure({ stallMedia: false })
  // The worker is free again.
  const nextDownload = await stranger.requestClip(linkTo(videoIds.ordinary), 6, 9)
  expect((await stranger.waitUntilEnded(nextDownload)).status).toBe('completed')
}

async function changeSettings(admin: Visit): Promise<void> {
  await openTab(admin, 'settings')
  await admin.field('Daily limit').fill(String(DAILY_LIMIT))
  await admin.button('Save').click()
  await admin.seeToast('Settings saved', 'They apply from now on.')
  const visitor = await testbed.visit({ path: '/subscription' })
  await visitor.seeText(new RegExp(`^${DAILY_LIMIT} downloads a day`))

  await admin.button('Cleanup expired').click()
  await admin.seeToast('Cleanup finished')
  await admin.button('View usage').click()
  await admin.seeText('Free on disk')
  const part = (name: string) => admin.page.getByRole('listitem').filter({ hasText: name })
  await part('Database').getByText('ONLINE').waitFor()
}

async function giveNotice(visit: Visit, links: string): Promise<string> {
  const notice = {
    'Your work': 'The Long Song, a video of 2020',
    'The infringing links': links,
    'Full name': 'Anna Example',
    'Postal address': 'Street 1\n10115 Berlin',
    Phone: '+49 30 123456',
    Email: 'anna@example.org',
    Signature: 'Anna Example',
  }
  await visit.fill(notice)
  for (const statement of await visit.page.getByRole('checkbox').all()) await statement.check()
  await visit.button('Send Notice').click()
  await visit.page.getByRole('heading', { level: 1, name: 'Notice sent' }).waitFor()
  return await visit.page.getByText(/^N-\d{4}-\d{4}$/).innerText()
}

// This journey runs last on this server, because the video is blocked from then on.
it('a rights owner’s notice removes a video from visitors once an admin accepts it', async () => {
  const visitor = await testbed.visit()
  await visitor.submitLink(linkTo(videoIds.ordinary))
  await visitor.arriveAtVideo('Stand-in test video')
  await visitor.typeRange('0:01.500', '0:03.700')
  await visitor.optionButton('360p', 'Download').click()
  await visitor.optionButton('360p', /^Download \(/).waitFor()

  const owner = await testbed.visit({ path: '/dmca', screen: PHONE })
  const unblockableLink = 'https://www.youtube.com/@somebody'
  const reference = await giveNotice(
    owner,
    `https://m.youtube.com/shorts/${videoIds.ordinary}?feature=share\n${unblockableLink}`,
  )

  // Other journeys cover the panel's metrics and health.
  await scriptCall(owner, readAdminStats, () => exampleStats())
  await scriptCall(owner, readAdminHealth, () => exampleHealth())
  await signIn(owner, ADMIN)
  await openPanel(owner, 'notices')
  await owner.seeText(`Reference ${reference}`)
  await owner.button('Block: The Long Song, a video of 2020').click()
  await owner.button('Block links').click()
  await owner.seeToast('Links blocked')
  await owner.seeText(new RegExp(`^Not blocked: ${unblockableLink}`))
  await owner.page.getByText('BLOCKED', { exact: true }).waitFor()

  visitor.expectComplaint(/451/)
  const file = visitor.requestedUrls.map((url) => /\/api\/download\/[\w-]+/.exec(url)?.[0]).find(Boolean)
  const answer = await visitor.page.request.get(new URL(`${file}/file`, visitor.page.url()).href)
  expect([answer.status(), await answer.json()]).toMatchObject([451, { code: 'link_blocked' }])
  await visitor.optionButton('360p', /^Download \(/).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'This video is blocked' }).waitFor()
  await visitor.seeText('This video is blocked on this server because of copyright or its content.')
  await visitor.submitLink(`https://youtu.be/${videoIds.ordinary}`)
  await visitor.seeToast('Error', /blocked on this server/)

  await openPanel(owner, 'audit')
  await owner.page.getByLabel('Search the audit log').fill(reference)
  const rows = owner.page.getByRole('row').filter({ hasText: 'Decided on a notice' })
  await expect.poll(() => rows.count(), PATIENTLY).toBe(1)
  await rows.getByText('blocked: 1 of 2 links; the others lead to nothing that can be blocked').waitFor()
})
