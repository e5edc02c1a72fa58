import { readDownload } from '@kerf/contract/download'
import { describe, expect, it as itInBoth } from 'vitest'
import { PAGES, type PageId, receiptPath } from '../../../../apps/web/src/data/navigation/pages.ts'
import { addressOf, BEFORE_THE_APP, choose, goTo, openPanel, row, scriptPanel } from '../harness/admin-panel.ts'
import { isAtLength, itAtLength, ONE_OF_BOTH_SCREENS } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { IN_A_YEAR, job, NORTH_COAST, PARTLY_REFUNDED, PENDING } from '../harness/servers/own-pages.ts'
import { EXAMPLE_PAYMENTS, exampleOwnDownloads, scriptAccount } from '../harness/servers/script-account.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage, type VisitOptions } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'
import { walkByTab } from '../harness/walk-by-tab.ts'

const stage = openStage({ youtube: false })

/** Title and heading of each page. */
const NAMES: Readonly<Record<PageId, readonly [title: string, heading: string]>> = {
  home: ['Kerf: cut exactly the part you want', 'Cut, trim, download exactly the part you want.'],
  signIn: ['Sign in | Kerf', 'Sign in'],
  signUp: ['Sign up | Kerf', 'Sign up'],
  forgotPassword: ['Forgot password | Kerf', 'Forgot password'],
  resetPassword: ['Reset password | Kerf', 'Reset password'],
  confirmEmail: ['Confirm email | Kerf', 'Confirm email'],
  confirmNewsletter: ['Confirm newsletter | Kerf', 'Confirm newsletter'],
  endNewsletter: ['Unsubscribe | Kerf', 'Unsubscribe'],
  setup: ['Set up | Kerf', 'Set up'],
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
  tools: ['Tools | Kerf', 'Tools'],
  api: ['API | Kerf', 'API'],
  changelog: ['Changelog | Kerf', 'Changelog'],
  dmca: ['DMCA | Kerf', 'DMCA notice'],
}

const pathOf = (id: PageId): string => (id === 'receipt' ? receiptPath('8XK21573GH0918423') : PAGES[id].path)

const EVERY_PAGE = Object.entries(NAMES).map(([id, [title, heading]]) => {
  return { id: id as PageId, title, heading, path: pathOf(id as PageId) }
})

/** Other journeys check these pages, also by keyboard. */
const CHECKED_ELSEWHERE: readonly PageId[] = ['home', 'admin']

/** Text that appears once the page has loaded its data. */
const SIGNS: Partial<Record<PageId, RegExp>> = {
  profile: /^Resets /,
  billing: /^KERF-2026-000042$/,
  jobs: /^5 downloads$/,
  settings: /Safari on iPhone/,
  admin: /^tomasz@post\.example$/,
  adminTest: /"email": "tomasz@post\.example"/,
}

/**
 * Pages that only `npm run test:hard` walks by Tab. The API page has controls for every call; the others have the same
 * parts as pages that are always walked.
 */
const SCANNED_AT_LENGTH: readonly PageId[] = [
  ...(['api', 'signUp', 'forgotPassword', 'resetPassword', 'confirmEmail'] as const),
  ...(['confirmNewsletter', 'endNewsletter', 'dmca'] as const),
  ...(['privacy', 'changelog', 'profile', 'receipt'] as const),
]

/** Steps that show more of a page, such as form errors. */
const EXTRA_STEPS: Partial<Record<PageId, (visit: Visit) => Promise<void>>> = {
  signIn: (visit) => seeFault(visit, 'Sign In', 'Please enter your password'),
  signUp: (visit) => seeFault(visit, 'Create Account', 'Please enter your name'),
  forgotPassword: (visit) => seeFault(visit, 'Send Reset Link', 'Please enter your email address'),
  resetPassword: (visit) => seeFault(visit, 'Set New Password', 'Please enter the token from your email'),
  contact: (visit) => seeFault(visit, 'Send Message', 'Name must be at least 2 characters'),
  dmca: (visit) => seeFault(visit, 'Send Notice', 'Please say which work it is'),
  jobs: (visit) => job(visit, NORTH_COAST, '720p').getByRole('button', { name: 'How exact is this?' }).click(),
  settings: (visit) => seeFault(visit, 'Change password', 'Please enter your password.'),
}

async function seeFault(visit: Visit, button: string, fault: string): Promise<void> {
  await visit.button(button).click()
  await visit.seeText(fault)
}

type Reader = 'everybody' | 'a user with an account' | 'an admin'

function readerOf(id: PageId): Reader {
  if (id === 'admin' || id === 'adminTest') return 'an admin'
  return 'needs' in PAGES[id] ? 'a user with an account' : 'everybody'
}

/** Starts a visit of this kind of reader, before its first page. */
async function arrive(reader: Reader, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ ...options, path: BEFORE_THE_APP })
  if (reader === 'an admin') await scriptPanel(visit)
  else if (reader === 'a user with an account') {
    const user = { role: 'admin', subscription: 'pro-yearly', subscriptionExpiresAt: IN_A_YEAR } as const
    await scriptAccount(visit, { user, payments: [PENDING, PARTLY_REFUNDED, ...EXAMPLE_PAYMENTS] })
    await scriptCall(visit, readDownload, () => exampleOwnDownloads()[0]!)
  }
  return visit
}

async function open(visit: Visit, id: PageId): Promise<void> {
  await visit.page.goto(new URL(pathOf(id), stage.kerf.url).href)
  await visit.page.getByRole('heading', { level: 1, name: NAMES[id][1], exact: true }).waitFor()
  const sign = SIGNS[id]
  if (sign) await visit.page.getByText(sign).first().waitFor()
  // The menu of a signed-in user is loaded separately, and Tab goes through it as well.
  if (readerOf(id) !== 'everybody')
    await visit.page
      .getByRole('banner')
      .getByRole('button', { name: /^Account menu of / })
      .or(visit.button('Menu'))
      .first()
      .waitFor()
  // Keys and webhooks are loaded separately as well.
  if (id === 'settings') for (const name of ['Create key', 'Add webhook']) await visit.button(name).waitFor()
  if (id === 'adminTest') await visit.page.locator('pre').nth(1).waitFor()
  // A form is enabled shortly after its page.
  await expect.poll(() => visit.page.locator('fieldset:disabled').count(), PATIENTLY).toBe(0)
}

async function expectWalkable(visit: Visit, name: string): Promise<void> {
  expect(await walkByTab(visit.page), name).toMatchObject({ missed: [], unmarked: [] })
}

describe.each(ONE_OF_BOTH_SCREENS)('on $name', (look) => {
  itInBoth.each(['everybody', 'a user with an account', 'an admin'] as const)(
    'every page for %s has its own title, fits the screen, works by keyboard, and has no accessibility fault or console error',
    async (reader) => {
      const visit = await arrive(reader, look)
      for (const { id, path, title } of EVERY_PAGE.filter((page) => readerOf(page.id) === reader)) {
        await open(visit, id)
        await expect.poll(() => visit.page.title(), { ...PATIENTLY, message: path }).toBe(title)
        expect(await visit.page.locator('h1').count(), path).toBe(1)
        if (CHECKED_ELSEWHERE.includes(id)) continue
        if (!isAtLength && SCANNED_AT_LENGTH.includes(id)) {
          await visit.expectToFit(path)
          continue
        }
        await expectWalkable(visit, path)
        await EXTRA_STEPS[id]?.(visit)
        await visit.expectNoFaults(path)
        if (id !== 'settings') continue
        await visit.button('Delete account...').click()
        await visit.page.getByRole('dialog').waitFor()
        await visit.expectNoFaults('deleting an account')
      }
    },
  )

  itInBoth(
    `${isAtLength ? 'every tab' : 'the longest tabs'} of the panel fits the screen, works by keyboard, and has no accessibility fault`,
    async () => {
      const visit = await arrive('an admin', look)
      await openPanel(visit)
      await row(visit, 'Tomasz Wilk').waitFor()
      await visit.expectNoFaults('users')
      await choose(visit, 'Bo Lindqvist', 'Delete')
      await visit.page.getByRole('dialog').waitFor()
      await visit.expectNoFaults('the question')
      await visit.button('Cancel').click()
      const messageTabs = {
        contact: 'The audio of my clip',
        newsletter: 'wanda@post.example',
        notices: 'The Long Song',
      }
      const otherTabs = { subscriptions: '$49.99', audit: 'tomasz@post.example', ...messageTabs }
      const tabs = { jobs: 'COMPLETED', ...(isAtLength ? otherTabs : {}), settings: 'Payment client ID' }
      for (const [tab, sign] of Object.entries(tabs)) {
        await goTo(visit, addressOf(tab))
        await visit.seeText(sign)
        if (isAtLength) await expectWalkable(visit, tab)
        if (tab === 'settings') {
          await visit.button('View usage').click()
          await visit.seeText('Free on disk')
          await visit.button('30 days as a table').click()
          await visit.page.getByRole('table', { name: 'Day by day' }).waitFor()
        }
        await visit.expectNoFaults(tab)
      }
    },
  )
})

// navigation.journey.ts covers where such a page redirects and why.
itAtLength('a page without access shows why for one second before it redirects', async () => {
  const visit = await arrive('everybody')
  const { clock } = visit.page
  const noon = Date.UTC(2026, 10, 20, 12)
  await clock.install({ time: noon })
  await clock.pauseAt(noon + 1000)
  for (const [path, heading, reason, target] of [
    ['/profile', 'Profile', 'Authentication Required. Please sign in to access your profile.', '/signin'],
    ['/admin', 'Admin', 'Access Denied. You need admin privileges to access this page.', '/signin'],
  ] as const) {
    // `goto` would wait until the app answers, which it does not while its clock is stopped.
    await visit.page.evaluate((address) => location.assign(address), path)
    const band = visit.page.getByRole('main').getByText(reason, { exact: true })
    const isShown = async () => {
      await clock.runFor(20)
      return band.isVisible()
    }
    await expect.poll(isShown, { ...PATIENTLY, message: reason }).toBe(true)
    await visit.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await clock.runFor(900)
    expect(visit.path).toBe(path)
    await clock.runFor(200)
    await expect.poll(() => visit.path, { ...PATIENTLY, message: path }).toBe(target)
  }
})
