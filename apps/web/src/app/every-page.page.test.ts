import { readContact } from '@kerf/contract/contact'
import { readDownload } from '@kerf/contract/download'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PAGES, type PageId, receiptPath } from '../data/navigation/pages.ts'
import { choose, openPanel, scriptPanel } from '../testing/admin-panel.ts'
import { open } from '../testing/app.tsx'
import { isAtLength, showOnOneOfBothScreens } from '../testing/at-length.ts'
import {
  DATE_IN_A_YEAR,
  EXAMPLE_PAYMENTS,
  exampleOwnDownloads,
  NORTH_COAST_TITLE,
  PARTLY_REFUNDED_PAYMENT,
  PENDING_PAYMENT,
} from '../testing/examples/account-examples.ts'
import { button, expectNoFaults, expectToFit, row, see, seeText } from '../testing/screen.ts'
import { scriptAccount, scriptCall } from '../testing/scripted-server.ts'
import { walkByTab } from '../testing/walk-by-tab.ts'

/** Title and heading of each page. */
const PAGE_NAMES: Readonly<Record<PageId, readonly [title: string, heading: string]>> = {
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
  device: ['Files of this device | Kerf', 'Cut a file on this device'],
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

/** look.journey.ts checks the home page, and AdminPage.page.test.ts the panel, also by keyboard. */
const CHECKED_ELSEWHERE: readonly PageId[] = ['home', 'admin']

/** Text that appears once the page has loaded its data. */
const LOADED_TEXTS: Partial<Record<PageId, RegExp>> = {
  profile: /^Resets /,
  billing: /^KERF-2026-000042$/,
  jobs: /^5 downloads$/,
  settings: /Safari on iPhone/,
  admin: /^tomasz@post\.example$/,
  adminTest: /"email": "tomasz@post\.example"/,
}

/**
 * Pages on which only `npm run test:hard` presses Tab through all controls. The API page has very many controls; the
 * others have the same controls as pages that are always checked.
 */
const WALKED_AT_LENGTH: readonly PageId[] = [
  ...(['api', 'signUp', 'forgotPassword', 'resetPassword', 'confirmEmail'] as const),
  ...(['confirmNewsletter', 'endNewsletter', 'dmca'] as const),
  ...(['privacy', 'changelog', 'profile', 'receipt'] as const),
]

/** Steps that make more of a page visible, such as form errors. */
const EXTRA_STEPS: Partial<Record<PageId, () => Promise<void>>> = {
  signIn: () => seeFaultOf('Sign In', 'Please enter your password'),
  signUp: () => seeFaultOf('Create Account', 'Please enter your name'),
  forgotPassword: () => seeFaultOf('Send Reset Link', 'Please enter your email address'),
  resetPassword: () => seeFaultOf('Set New Password', 'Please enter the token from your email'),
  contact: () => seeFaultOf('Send Message', 'Name must be at least 2 characters'),
  dmca: () => seeFaultOf('Send Notice', 'Please say which work it is'),
  jobs: () =>
    page
      .getByRole('listitem', { name: `${NORTH_COAST_TITLE}, 720p` })
      .getByRole('button', { name: 'How exact is this?', exact: false })
      .click(),
  settings: () => seeFaultOf('Change password', 'Please enter your password.'),
}

async function seeFaultOf(buttonName: string, faultText: string): Promise<void> {
  await button(buttonName).click()
  await seeText(faultText)
}

async function openPage(id: PageId): Promise<void> {
  await open(pathOf(id))
  await see(page.getByRole('heading', { level: 1, name: PAGE_NAMES[id][1] }))
  const loadedText = LOADED_TEXTS[id]
  if (loadedText) await seeText(loadedText)
  // The menu of a signed-in user is loaded separately, and Tab goes through it as well.
  if ('needs' in PAGES[id])
    await see(
      page
        .getByRole('banner')
        .getByRole('button', { name: /^(Account menu of |Menu$)/ })
        .first(),
    )
  // Keys and webhooks are loaded separately as well.
  if (id === 'settings') for (const name of ['Create key', 'Add webhook']) await see(button(name))
  if (id === 'adminTest') await expect.poll(() => document.querySelectorAll('pre').length).toBe(2)
}

async function expectWalkable(): Promise<void> {
  expect(await walkByTab()).toMatchObject({ missed: [], unmarked: [] })
}

async function expectGoodPage(id: PageId): Promise<void> {
  await openPage(id)
  await expect.poll(() => document.title).toBe(PAGE_NAMES[id][0])
  expect(document.querySelectorAll('h1')).toHaveLength(1)
  if (CHECKED_ELSEWHERE.includes(id)) return
  if (!isAtLength && WALKED_AT_LENGTH.includes(id)) return expectToFit()
  await expectWalkable()
  await EXTRA_STEPS[id]?.()
  await expectNoFaults()
}

beforeEach(showOnOneOfBothScreens)

const PAGE_IDS = Object.keys(PAGE_NAMES) as PageId[]
const ADMIN_PAGES: readonly PageId[] = ['admin', 'adminTest']
const USER_PAGES = PAGE_IDS.filter((id) => 'needs' in PAGES[id] && !ADMIN_PAGES.includes(id))
const PUBLIC_PAGES = PAGE_IDS.filter((id) => !USER_PAGES.includes(id) && !ADMIN_PAGES.includes(id))

describe('every page has its own title, fits the screen, works by keyboard, and has no accessibility fault', () => {
  it.each(PUBLIC_PAGES)('for everybody: %s', async (id) => {
    scriptCall(readContact, () => ({ chatUrl: null }))
    await expectGoodPage(id)
  })

  it.each(USER_PAGES)('for a user with an account: %s', async (id) => {
    const user = { role: 'admin', subscription: 'pro-yearly', subscriptionExpiresAt: DATE_IN_A_YEAR } as const
    scriptAccount({ user, payments: [PENDING_PAYMENT, PARTLY_REFUNDED_PAYMENT, ...EXAMPLE_PAYMENTS] })
    scriptCall(readDownload, () => exampleOwnDownloads()[0]!)
    await expectGoodPage(id)
    if (id !== 'settings') return
    await button('Delete account...').click()
    await see(page.getByRole('dialog'))
    await expectNoFaults('deleting an account')
  })

  it.each(ADMIN_PAGES)('for an admin: %s', async (id) => {
    scriptPanel()
    await expectGoodPage(id)
  })
})

it('every tab of the panel fits the screen, works by keyboard, and has no accessibility fault', async () => {
  scriptPanel()
  await openPanel()
  await see(row('Tomasz Wilk'))
  await expectNoFaults('users')
  await choose('Bo Lindqvist', 'Delete')
  await see(page.getByRole('dialog'))
  await expectNoFaults('the question')
  await button('Cancel').click()
  const messageTabs = { contact: 'The audio of my clip', newsletter: 'wanda@post.example', notices: 'The Long Song' }
  const otherTabs = { subscriptions: '$49.99', audit: 'tomasz@post.example', ...messageTabs }
  const tabs = { jobs: 'COMPLETED', ...(isAtLength ? otherTabs : {}), settings: 'Payment client ID' }
  for (const [tab, sign] of Object.entries(tabs)) {
    history.pushState(null, '', `/admin?tab=${tab}`)
    await seeText(sign)
    if (isAtLength) await expectWalkable()
    if (tab === 'settings') {
      await button('View usage').click()
      await seeText('Free on disk')
      await button('30 days as a table').click()
      await see(page.getByRole('table', { name: 'Day by day' }))
    }
    await expectNoFaults(tab)
  }
})
