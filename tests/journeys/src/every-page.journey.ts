import { readDownload } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { PAGES, type PageId, receiptPath } from '../../../apps/web/src/app/pages.ts'
import * as examples from './harness/admin-examples.ts'
import { BEFORE_THE_APP, goTo, openPanel, scriptPanel } from './harness/admin-panel.ts'
import { DESKTOP, PATIENTLY, PHONE } from './harness/browser.ts'
import { findAccessibilityFaults } from './harness/find-accessibility-faults.ts'
import { exampleOwnDownloads, scriptAccount } from './harness/script-account.ts'
import { exampleUser, scriptCall, signedInAs } from './harness/script-calls.ts'
import { openStage, type VisitOptions } from './harness/stage.ts'
import type { Visit } from './harness/visit.ts'
import { walkByTab } from './harness/walk-by-tab.ts'

const stage = openStage({ youtube: false })

/** What each page is called: in the tab, and at its head. */
const NAMES: Readonly<Record<PageId, readonly [title: string, heading: string]>> = {
  home: ['Kerf: cut exactly the part you want', 'Cut, trim, download exactly the part you want.'],
  signIn: ['Sign in | Kerf', 'Sign in'],
  signUp: ['Sign up | Kerf', 'Sign up'],
  forgotPassword: ['Forgot password | Kerf', 'Forgot password'],
  resetPassword: ['Reset password | Kerf', 'Reset password'],
  confirmEmail: ['Confirm email | Kerf', 'Confirm email'],
  confirmNewsletter: ['Confirm newsletter | Kerf', 'Confirm newsletter'],
  endNewsletter: ['End newsletter | Kerf', 'End newsletter'],
  terms: ['Terms of Service | Kerf', 'Terms of Service'],
  privacy: ['Privacy Policy | Kerf', 'Privacy Policy'],
  contact: ['Contact | Kerf', 'Contact'],
  subscription: ['Pricing | Kerf', 'Every plan cuts exactly'],
  batch: ['Several links at once | Kerf', 'Several links at once'],
  profile: ['Profile | Kerf', 'Profile'],
  billing: ['Billing | Kerf', 'Billing'],
  receipt: ['Receipt KERF-2026-000042 | Kerf', 'Receipt KERF-2026-000042'],
  jobs: ['Downloads | Kerf', 'Downloads'],
  settings: ['Settings | Kerf', 'Settings'],
  admin: ['Admin | Kerf', 'Admin Panel'],
  adminTest: ['Admin test | Kerf', 'Admin test'],
  api: ['API | Kerf', 'API'],
  changelog: ['Changelog | Kerf', 'Changelog'],
  dmca: ['DMCA | Kerf', 'DMCA notice'],
}

const pathOf = (id: PageId): string => (id === 'receipt' ? receiptPath('8XK21573GH0918423') : PAGES[id].path)

const EVERY_PAGE = Object.entries(NAMES).map(([id, [title, heading]]) => {
  return { id: id as PageId, title, heading, path: pathOf(id as PageId) }
})

/** Journeys of their own walk through these. */
const WALKED_ELSEWHERE: readonly PageId[] = ['home', 'resetPassword', 'contact', 'dmca', 'admin']

/** By this one sees that what the page had to ask for is there. */
const SIGNS: Partial<Record<PageId, RegExp>> = {
  profile: /^Starts again /,
  billing: /^KERF-2026-000042$/,
  jobs: /^5 downloads$/,
  settings: /Safari on iPhone/,
  admin: /^tomasz@post\.example$/,
  adminTest: /"email": "tomasz@post\.example"/,
}

/** Somebody for whom the page is. */
async function arriveAt(id: PageId, options: VisitOptions = {}): Promise<Visit> {
  const path = pathOf(id)
  const forAdmins = id === 'admin' || id === 'adminTest'
  const forEverybody = !forAdmins && !('needs' in PAGES[id])
  const visit = await stage.visit({ reducedMotion: true, ...options, path: forEverybody ? path : BEFORE_THE_APP })
  if (forAdmins) await scriptPanel(visit)
  else if (!forEverybody) {
    await scriptAccount(visit)
    await scriptCall(visit, readDownload, () => exampleOwnDownloads()[0]!)
  }
  if (!forEverybody) await visit.page.goto(new URL(path, stage.kerf.url).href)
  await visit.page.getByRole('heading', { level: 1, name: NAMES[id][1], exact: true }).waitFor()
  const sign = SIGNS[id]
  if (sign) await visit.page.getByText(sign).first().waitFor()
  // The menu of whoever is signed in is loaded beside the page, and Tab goes through it as well.
  if (!forEverybody)
    await visit.page
      .getByRole('banner')
      .getByRole('button', { name: /^Account menu of / })
      .or(visit.button('Menu'))
      .first()
      .waitFor()
  if (id === 'adminTest') await visit.page.locator('pre').nth(1).waitFor()
  // A form opens a moment after the page around it.
  await expect.poll(() => visit.page.locator('fieldset:disabled').count(), PATIENTLY).toBe(0)
  return visit
}

async function expectWalkable(visit: Visit): Promise<void> {
  expect(await walkByTab(visit.page)).toMatchObject({ missed: [], unmarked: [] })
}

describe.each(EVERY_PAGE)('$path', ({ id, title }) => {
  it('has its own name in the tab and one at its head, complains of nothing, and needs nothing but a keyboard', async () => {
    const visit = await arriveAt(id)
    expect(await visit.page.title()).toBe(title)
    expect(await visit.page.locator('h1').count()).toBe(1)
    if (!WALKED_ELSEWHERE.includes(id)) await expectWalkable(visit)
  })
})

describe('with nothing but a keyboard', () => {
  it('an address without a page leads somewhere', async () => {
    const visit = await stage.visit({ path: '/nothing-here', reducedMotion: true })
    visit.expectComplaint(/status of 404 .*\/nothing-here$/)
    await visit.page.getByRole('heading', { level: 1, name: 'This part was cut' }).waitFor()
    await expectWalkable(visit)
  })

  it('every tab of the panel can be worked in', async () => {
    const visit = await stage.visit({ reducedMotion: true, path: BEFORE_THE_APP })
    await scriptPanel(visit)
    await openPanel(visit)
    const rooms = { jobs: 'COMPLETED', subscriptions: '$49.99', audit: 'Changed a user', abuse: 'The Long Song' }
    for (const [tab, sign] of Object.entries({ ...rooms, settings: 'Payment client ID' })) {
      await goTo(visit, `/admin?tab=${tab}`)
      await visit.seeText(sign)
      await expectWalkable(visit)
    }
  })
})

describe('/admin-test', () => {
  it.each([
    { name: 'a phone', screen: PHONE },
    { name: 'a desktop', screen: DESKTOP },
  ])('shows an admin the figures and the users, in both themes, on $name', async ({ screen }) => {
    const visit = await arriveAt('adminTest', { screen })
    await visit.seeText(new RegExp(`"totalUsers": ${examples.exampleStats().totalUsers}`))
    expect(await visit.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Statistics', 'Users data'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.page.emulateMedia({ colorScheme })
      expect(await findAccessibilityFaults(visit.page)).toEqual([])
    }
    const sideways = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
  })

  it.each([
    ['a stranger', null],
    ['somebody who is no admin', exampleUser()],
  ])('opened by its address says to %s that it takes an admin, and stays', async (_who, user) => {
    const visit = await stage.visit({ path: BEFORE_THE_APP })
    if (user) await signedInAs(visit, user)
    await visit.page.goto(new URL(PAGES.adminTest.path, stage.kerf.url).href)
    await visit.seeText('Admin access required')
    expect(await findAccessibilityFaults(visit.page)).toEqual([])
    expect(new URL(visit.page.url()).pathname).toBe('/admin-test')
    expect(visit.requestedUrls.filter((url) => url.includes('/api/admin/'))).toEqual([])
  })
})

describe('the reference of the API', () => {
  // The other two looks are seen where the documents are.
  it.each([
    { name: 'a phone in the light', screen: PHONE, dark: false },
    { name: 'a desktop in the dark', screen: DESKTOP, dark: true },
  ])('is free of accessibility faults, on $name', async ({ screen, dark }) => {
    const visit = await arriveAt('api', { screen, dark })
    expect(await findAccessibilityFaults(visit.page)).toEqual([])
  })
})

describe('a page that is closed to somebody', () => {
  it.each([
    ['/profile', 'Profile', 'Authentication Required. Please sign in to access your profile.', '/signin'],
    ['/admin', 'Admin', 'Access Denied. You need admin privileges to access this page.', '/'],
  ])('%s says so for one second before it sends them on', async (path, heading, told, target) => {
    const visit = await stage.visit({ path: BEFORE_THE_APP })
    const noon = Date.UTC(2026, 10, 20, 12)
    await visit.page.clock.install({ time: noon })
    await visit.page.clock.pauseAt(noon + 1000)
    // Not as a visit that waits until the page answers: while its clock stands still, it does not.
    await visit.page.evaluate((address) => location.assign(address), path)
    const band = visit.page.getByRole('main').getByText(told, { exact: true })
    const isTold = async () => {
      await visit.page.clock.runFor(20)
      return band.isVisible()
    }
    await expect.poll(isTold, PATIENTLY).toBe(true)
    await visit.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await visit.page.clock.runFor(900)
    expect(new URL(visit.page.url()).pathname).toBe(path)
    await visit.page.clock.runFor(200)
    await expect.poll(() => new URL(visit.page.url()).pathname, PATIENTLY).toBe(target)
  })
})
