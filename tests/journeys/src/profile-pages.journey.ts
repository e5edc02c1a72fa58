import { readFile } from 'node:fs/promises'
import { readCurrentUser, sendVerification, signIn, signOut, verifyEmail } from '@kerf/contract/account'
import { cancelDownload, deleteDownload, readDownload, readDownloadFile } from '@kerf/contract/download'
import { reportPayment } from '@kerf/contract/payment'
import * as userCalls from '@kerf/contract/user'
import { readQuota } from '@kerf/contract/viewer'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PATIENTLY, PHONE } from './harness/browser.ts'
import { findAccessibilityFaults } from './harness/find-accessibility-faults.ts'
import {
  type AccountScript,
  EXAMPLE_PAYMENTS,
  exampleOwnDownload,
  exampleOwnDownloads,
  exampleQuota,
  SESSION,
  scriptAccount,
} from './harness/script-account.ts'
import { exampleUser, type Refusal, scriptCall, signedInAs } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'
import type { Visit } from './harness/visit.ts'

const stage = openStage({ youtube: false })

const NOT_SET_UP: Refusal = { refuse: 'not_set_up' }
const WRONG_PASSWORD: Refusal = { refuse: 'wrong_password' }
/** An answer that says no more than that it was done. */
const PAGE_TWO = 'page-two'.padEnd(22, 'A')
const IN_A_YEAR = '2027-11-20T10:00:00.000Z'
/** A receipt of which a part has gone back. */
const PART: userCalls.Payment = {
  ...EXAMPLE_PAYMENTS[0]!,
  id: '3YE92441NB661842L',
  receiptNumber: 'KERF-2026-000043',
  refundedCents: 1000,
  createdAt: '2026-03-13T10:00:00.000Z',
  paidAt: '2026-03-13T10:01:00.000Z',
  startsAt: '2027-03-12T10:01:00.000Z',
  endsAt: '2028-03-12T10:01:00.000Z',
}
const NOTHING: Record<string, never> = {}
const NORTH_COAST = 'North coast in three days: the road, the boat, the tent'

/** Somebody with an account comes to one of their pages. */
async function arrive(path: string, script: AccountScript = {}, screen = DESKTOP): Promise<Visit> {
  const visit = await stage.visit({ path: '/favicon.svg', screen })
  await scriptAccount(visit, script)
  await open(visit, path)
  return visit
}

async function open(visit: Visit, path: string): Promise<void> {
  await visit.page.goto(new URL(path, stage.kerf.url).href)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
}

const pathOf = (visit: Visit): string => new URL(visit.page.url()).pathname
const heading = (visit: Visit, name: string) => visit.page.getByRole('heading', { name, exact: true })
const region = (visit: Visit, name: string) => visit.page.getByRole('region', { name, exact: true })
const link = (visit: Visit, name: string) => visit.page.getByRole('main').getByRole('link', { name, exact: true })
const field = (visit: Visit, name: string) =>
  visit.page.getByLabel(name, { exact: true }).and(visit.page.locator('input'))
const job = (visit: Visit, title: string, quality: string) =>
  visit.page.getByRole('listitem', { name: `${title}, ${quality}`, exact: true })

/** What the page says of an account's facts, by their names. */
const fact = (visit: Visit, term: string) =>
  visit.page
    .locator('dl > div')
    .filter({ has: visit.page.getByText(term, { exact: true }) })
    .locator('dd')

describe('the profile', () => {
  it('tells a free person who they are, what is used of their downloads, and where plans are', async () => {
    const visit = await arrive('/profile')
    await heading(visit, 'Profile').waitFor()
    expect(await visit.page.title()).toBe('Profile | Kerf')
    expect(await fact(visit, 'Full name').innerText()).toBe('Anna Example')
    expect(await fact(visit, 'Username').innerText()).toBe('anna')
    expect(await fact(visit, 'Email').innerText()).toMatch(/^anna@example\.org\s+VERIFIED$/)
    expect(await fact(visit, 'Account type').innerText()).toBe('FREE')
    expect(await fact(visit, 'Member since').innerText()).toBe('2 Mar 2026')

    const usage = region(visit, 'Download usage')
    const today = usage.getByRole('meter', { name: 'Today' })
    expect(await today.getAttribute('aria-valuetext')).toBe('3 of 5 downloads used')
    expect(await usage.getByRole('meter', { name: 'This month' }).getAttribute('aria-valuetext')).toBe(
      '41 of 100 downloads used',
    )
    await usage.getByText('2 downloads left', { exact: true }).waitFor()
    expect(await usage.getByText(/^Starts again /).count()).toBe(2)

    await region(visit, 'Subscription').getByText('Free', { exact: true }).waitFor()
    expect(await heading(visit, 'Admin Panel').count()).toBe(0)
    expect(await link(visit, 'Manage Subscription').getAttribute('href')).toBe('/subscription')
    await link(visit, 'Change name, email or password').click()
    await heading(visit, 'Settings').waitFor()
  })

  it('shows an admin on Pro their badges, no limits, the end of the plan, and the way to the panel', async () => {
    const visit = await arrive('/profile', {
      user: {
        name: null,
        emailVerified: false,
        role: 'admin',
        subscription: 'pro-yearly',
        subscriptionExpiresAt: '2027-03-12T10:00:00.000Z',
      },
      quota: exampleQuota({ viewer: 'admin', limits: { dailyLimit: null, monthlyLimit: null } }),
    })
    await region(visit, 'Subscription')
      .getByText(/^Expires 12 Mar 2027, in \d+ /)
      .waitFor()
    expect(await fact(visit, 'Full name').innerText()).toBe('Not provided')
    expect(await fact(visit, 'Email').innerText()).toMatch(/\nUNVERIFIED\n/)
    expect(await fact(visit, 'Account type').innerText()).toMatch(/^PRO\s+ADMIN$/)
    const usage = region(visit, 'Download usage')
    expect(await usage.getByText('Your plan sets no limit.').count()).toBe(2)
    expect(await usage.getByRole('meter').count()).toBe(0)
    await link(visit, 'Open the Admin Panel').click()
    await expect.poll(() => pathOf(visit), PATIENTLY).toBe('/admin')
  })

  it('says Never expires for Lifetime, and which limit is reached', async () => {
    const visit = await arrive('/profile', {
      user: { subscription: 'lifetime' },
      quota: exampleQuota({ quota: { dailyDownloads: 5, monthlyDownloads: 100 } }),
    })
    await region(visit, 'Subscription').getByText('Never expires', { exact: true }).waitFor()
    await region(visit, 'Download usage').getByText('Daily limit reached', { exact: true }).waitFor()
    await region(visit, 'Download usage').getByText('Monthly limit reached', { exact: true }).waitFor()
    expect(await fact(visit, 'Account type').innerText()).toBe('LIFETIME')
  })

  it('shows the recorded limits when the quota is missing, says what else failed, and tries again', async () => {
    const visit = await arrive('/profile', { profile: NOT_SET_UP, quota: NOT_SET_UP, subscription: NOT_SET_UP })
    visit.expectComplaint(/501.*\/api\/user\/(quota|profile|subscription)/)
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    const usage = region(visit, 'Download usage')
    await usage.getByText('At most 3', { exact: true }).waitFor()
    await usage.getByText('At most 10', { exact: true }).waitFor()
    expect(await fact(visit, 'Full name').innerText()).toBe('Anna Example')
    await visit.seeText('Not brought up to date.')

    await scriptCall(visit, readQuota, () => exampleQuota())
    await scriptCall(visit, userCalls.readSubscription, () => ({ subscription: 'lifetime' as const, expiresAt: null }))
    await usage.getByRole('button', { name: 'Try again' }).click()
    await usage.getByText('2 downloads left', { exact: true }).waitFor()
    await region(visit, 'Subscription').getByRole('button', { name: 'Try again' }).click()
    await visit.seeText('Lifetime Access')
  })

  it('asks to sign in when the session has ended meanwhile', async () => {
    const visit = await arrive('/profile')
    await scriptCall(visit, userCalls.listPayments, () => ({ refuse: 'not_signed_in' }))
    visit.expectComplaint(/401.*\/api\/user\/payments/)
    await link(visit, 'Billing').click()
    await visit.seeToast('Authentication Required', 'Please sign in to access billing.')
    await expect.poll(() => pathOf(visit), PATIENTLY).toBe('/signin')
  })

  it('sends the mail again that confirms the email, and follows the link being opened elsewhere', async () => {
    const visit = await arrive('/profile', { user: { emailVerified: false } })
    const sent = await scriptCall(visit, sendVerification, (_call, nth) =>
      nth === 1 ? NOTHING : { refuse: 'too_many_requests', retryAfterSeconds: 3600 },
    )
    await fact(visit, 'Email').getByText('UNVERIFIED').waitFor()
    await visit.button('Send the mail again').click()
    await visit.seeToast('Check Your Email', /A link was sent to anna@example\.org\./)
    visit.expectComplaint(/429.*send-verification/)
    await visit.button('Send the mail again').click()
    await visit.seeToast('Error', 'Please wait 1 hour and try again.')
    expect(sent).toHaveLength(2)

    await scriptCall(visit, verifyEmail, () => ({ email: 'anna@example.org', changed: false }))
    await scriptCall(visit, readCurrentUser, () => exampleUser())
    await visit.openTab(new URL('/confirm-email?token=t', stage.kerf.url).href)
    await fact(visit, 'Email').getByText('VERIFIED', { exact: true }).waitFor()
  })
})

describe('somebody who is out', () => {
  it('because the server suspended them is out in every tab, at once and without being asked for again', async () => {
    const visit = await arrive('/dashboard/settings')
    const other = await visit.openTab(new URL('/dashboard/jobs', stage.kerf.url).href)
    await other.page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
    await scriptCall(visit, userCalls.updateProfile, () => ({ refuse: 'account_suspended' }))
    const asked = await scriptCall(visit, readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    visit.expectComplaint(/403.*\/api\/user\/profile/)
    // The other tab asks for itself, once.
    visit.expectComplaint(/401.*\/api\/auth\/user/)
    await field(visit, 'Full name').fill('Anna Sample')
    await visit.button('Save name').click()
    await visit.seeToast('Authentication Required', 'Please sign in to access settings.')
    await other.seeToast('Authentication Required', 'Please sign in to access your downloads.')
    for (const { page } of [visit, other]) await page.waitForURL('**/signin?*')
    expect(asked).toHaveLength(1)
  })

  it('because they signed out in one tab is out in the others, and in again once they sign in', async () => {
    const visit = await arrive('/profile')
    const other = await visit.openTab(new URL('/terms', stage.kerf.url).href)
    await other.button('Account menu of Anna Example').waitFor()
    await scriptCall(visit, signOut, () => undefined)
    await visit.button('Account menu of Anna Example').click()
    // As the server does with its answer.
    await visit.context.clearCookies({ name: 'kerf_signed_in' })
    await visit.page.getByRole('menuitem', { name: 'Logout' }).click()
    const stranger = other.page.getByRole('banner').getByRole('link', { name: 'Sign In' })
    await stranger.waitFor()

    await signedInAs(visit, exampleUser({ name: 'Bert Example' }))
    await scriptCall(visit, signIn, () => ({ user: exampleUser({ name: 'Bert Example' }) }))
    await visit.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await field(visit, 'Email').fill('bert@example.org')
    await field(visit, 'Password').fill('secret 1')
    await visit.button('Sign In').click()
    await other.button('Account menu of Bert Example').waitFor()
  })
})

describe('billing', () => {
  it('has the plan, what comes after it, and every receipt, each with a page to print', async () => {
    const visit = await arrive('/dashboard/billing', {
      user: { subscription: 'pro-yearly', subscriptionExpiresAt: '2027-03-12T10:00:00.000Z' },
      payments: [PART, ...EXAMPLE_PAYMENTS],
    })
    await heading(visit, 'Billing').waitFor()
    await region(visit, 'Your plan')
      .getByText(/^Expires 12 Mar 2027, in \d+ /)
      .waitFor()
    const next = region(visit, 'What comes next')
    await next.getByText(/^On 12 March 2027 Pro ends and you are on Free again\. Nothing renews by itself\./).waitFor()
    expect(await link(visit, 'Extend by a month').getAttribute('href')).toBe('/subscription?plan=pro-monthly')
    expect(await link(visit, 'Extend by a year').getAttribute('href')).toBe('/subscription?plan=pro-yearly')
    const receipts = region(visit, 'Receipts').getByRole('listitem')
    await receipts.first().waitFor()
    const told = await receipts.evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('dd, p')].map((entry) => (entry as HTMLElement).innerText.trim())),
    )
    expect(told).toEqual([
      ['13 Mar 2026', 'Pro, by the year', '$49.99\n$10.00 refunded', 'PARTLY REFUNDED', 'KERF-2026-000043'],
      ['12 Mar 2026', 'Pro, by the year', '$49.99', 'PAID', 'KERF-2026-000042'],
      ['11 Feb 2026', 'Pro, by the month', '$4.99', 'REFUNDED', 'KERF-2026-000041'],
      ['10 Feb 2026', 'Pro, by the month', '$4.99', 'DECLINED', 'Order 5RF30982XD671235M', 'No charges were made.'],
    ])

    await link(visit, 'Open receipt KERF-2026-000043').click()
    await heading(visit, 'Receipt KERF-2026-000043').waitFor()
    expect(await fact(visit, 'Seller').innerText()).toBe(`Kerf, ${new URL(stage.kerf.url).host}`)
    expect(await fact(visit, 'Buyer').innerText()).toBe('Anna Example\nanna@example.org')
    expect(await fact(visit, 'Paid on').innerText()).toBe('13 March 2026')
    expect(await fact(visit, 'Plan').innerText()).toBe('Pro')
    expect(await fact(visit, 'Period').innerText()).toBe('One year')
    expect(await fact(visit, 'Runs until').innerText()).toBe('12 March 2028')
    await visit.seeText(/^Added to the end of your Pro on 12 March 2027\. Paid once/)
    expect(await fact(visit, 'Order at PayPal').innerText()).toBe(PART.id)
    expect(await fact(visit, 'Amount').innerText()).toBe('USD\u00a049.99')
    expect(await fact(visit, 'Remains').innerText()).toBe('USD\u00a039.99')
    await visit.page.evaluate('window.print = () => { document.title = "printed" }')
    await visit.button('Print').click()
    expect(await visit.page.title()).toBe('printed')
    // In the dark, to be sure that paper is white all the same.
    await visit.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const other of ['banner', 'contentinfo'] as const)
      expect(await visit.page.getByRole(other).isVisible()).toBe(false)
    expect(await visit.button('Print').isVisible()).toBe(false)
    const colours = await visit.page
      .getByRole('article')
      .evaluate((sheet) => [getComputedStyle(sheet).color, getComputedStyle(sheet).backgroundColor])
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    const pdf = (await visit.page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)

    await visit.page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    for (const [id, sentence] of [
      ['nobodys', 'There is no such receipt.'],
      ['5RF30982XD671235M', 'There is no receipt for this order.'],
    ] as const) {
      await open(visit, `/dashboard/billing/${id}`)
      await visit.page.getByText(sentence).waitFor()
    }
    await link(visit, 'All receipts').click()
    await link(visit, 'See all plans').click()
    await expect.poll(() => pathOf(visit), PATIENTLY).toBe('/subscription')
  })

  it('has a payment that is not decided yet looked at again, and shows what became of it', async () => {
    const pending = {
      ...PART,
      id: '9PEND',
      status: 'pending',
      receiptNumber: null,
      paidAt: null,
      startsAt: null,
      endsAt: null,
      refundedCents: 0,
    } as const
    const visit = await arrive('/dashboard/billing', { payments: [pending] })
    await region(visit, 'Receipts').getByText('PENDING').waitFor()
    await region(visit, 'Receipts')
      .getByText(/You need not pay again\.$/)
      .waitFor()
    const reports = await scriptCall(visit, reportPayment, (_call, nth) =>
      nth === 1 ? { refuse: 'payment_pending' } : { subscription: 'pro-yearly' as const, expiresAt: IN_A_YEAR },
    )
    visit.expectComplaint(/402.*\/api\/payment\/success/)
    await visit.button('Check again: order 9PEND').click()
    await visit.seeToast('Payment Pending')
    const held = { subscription: 'pro-yearly', subscriptionExpiresAt: IN_A_YEAR } as const
    await scriptCall(visit, readCurrentUser, () => exampleUser(held))
    await scriptCall(visit, userCalls.readSubscription, () => ({
      subscription: 'pro-yearly' as const,
      expiresAt: IN_A_YEAR,
    }))
    await scriptCall(visit, userCalls.listPayments, () => ({ payments: [PART] }))
    await visit.button('Check again: order 9PEND').click()
    await visit.seeToast('Payment Successful!', 'Payment successful! Your subscription has been activated.')
    await link(visit, 'Open receipt KERF-2026-000043').waitFor()
    await region(visit, 'Your plan').getByText('Pro', { exact: true }).waitFor()
    expect(reports.map(({ body }) => body)).toMatchObject([
      { orderId: '9PEND', planId: 'pro-yearly', userId: exampleUser().id },
      { orderId: '9PEND', planId: 'pro-yearly', userId: exampleUser().id },
    ])
  })

  it('falls back to Free when the plan ends while the page is open', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const noon = Date.UTC(2026, 10, 20, 12)
    await visit.page.clock.install({ time: noon })
    const endsAt = new Date(noon + 3_600_000).toISOString()
    await scriptAccount(visit, { user: { subscription: 'pro-monthly', subscriptionExpiresAt: endsAt } })
    await open(visit, '/dashboard/billing')
    await region(visit, 'Your plan').getByText('Pro', { exact: true }).waitFor()
    await scriptCall(visit, readCurrentUser, () => exampleUser())
    await scriptCall(visit, userCalls.readSubscription, () => ({ subscription: 'free' as const, expiresAt: null }))
    await visit.page.clock.fastForward(3_600_000 + 1000)
    await region(visit, 'Your plan').getByText('Free', { exact: true }).waitFor()
    await visit.seeText('Free costs nothing and does not end.')
  })

  it('keeps its shape while it loads, says why it could not, and is told plainly that there is nothing', async () => {
    const visit = await arrive('/dashboard/billing', {
      user: { subscription: 'lifetime' },
      payments: { refuse: 'busy' },
    })
    visit.expectComplaint(/503.*\/api\/user\/payments/)
    const receipts = region(visit, 'Receipts')
    await receipts.getByText('This server is busy. Please try again in a moment.').waitFor()
    await visit.seeText('Lifetime Access has everything and does not end: nothing is left to buy.')
    const answer = Promise.withResolvers<{ payments: userCalls.Payment[] }>()
    await scriptCall(visit, userCalls.listPayments, () => answer.promise)
    await open(visit, '/dashboard/billing')
    await receipts.getByRole('status', { name: 'Loading' }).waitFor()
    answer.resolve({ payments: [] })
    await receipts.getByText('No receipts yet.').waitFor()
  })
})

describe('the list of downloads', () => {
  it('shows each with its state, and only the running or the finished when asked', async () => {
    const visit = await arrive('/dashboard/jobs')
    await scriptCall(visit, readDownload, () => exampleOwnDownloads()[0]!)
    const rows = region(visit, 'Your downloads').locator('.jobs > li')
    const states = () => rows.locator('.badge').allInnerTexts()
    await rows.first().waitFor()
    expect(await states()).toEqual(['RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
    expect(await job(visit, NORTH_COAST, '720p').innerText()).toMatch(/10:07\.2 to 11:31\.2\s+1:24\s+12\.3 MB/)
    await job(visit, 'A lecture on seams', 'Audio (MP3, 320 kbps)')
      .getByText('The source did not answer in time. Please try again. Not counted.')
      .waitFor()

    // By keyboard alone: the filter is three buttons in a row.
    await visit.button('Running').focus()
    await visit.page.keyboard.press('Enter')
    await visit.seeText('1 download')
    expect(await states()).toEqual(['RUNNING'])
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Space')
    await visit.seeText('4 downloads')
    expect(await states()).toEqual(['READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
    expect(await link(visit, 'Cut again: A lecture on seams, Audio (MP3, 320 kbps)').getAttribute('href')).toBe(
      '/?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dn0rthC0astR&start=0&end=3605',
    )
    await job(visit, NORTH_COAST, '720p').getByRole('button', { name: 'How exact is this?' }).click()
    await visit.seeText(/Only the frames at the edges were rebuilt/)
    await link(visit, 'Back to your profile').click()
    await heading(visit, 'Profile').waitFor()
  })

  it('follows a running one until it is ready, saves it, and deletes it for good', async () => {
    const [running] = exampleOwnDownloads()
    const visit = await arrive('/dashboard/jobs', { downloads: [running!] })
    const row = job(visit, NORTH_COAST, '1080p (HD)')
    const goOn = Promise.withResolvers<void>()
    await scriptCall(visit, readDownload, async (_call, nth) => {
      if (nth === 1) return { ...running!, progress: 77, etaSeconds: 2 }
      await goOn.promise
      const { receipt, expiresAt } = exampleOwnDownload('running')
      return { ...running!, status: 'completed' as const, progress: 100, fileSize: 30_000_000, receipt, expiresAt }
    })
    await row.getByText('about 2 s left').waitFor()
    expect(await row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('77')
    goOn.resolve()
    await visit.seeToast('Download Ready!', `${NORTH_COAST}, 30.0 MB`)
    await row.getByText('READY', { exact: true }).waitFor()

    await scriptCall(visit, readDownloadFile, () => 'a clip', {
      'content-disposition': 'attachment; filename="kerf_1080p_hd.mp4"',
    })
    const [saved] = await Promise.all([
      visit.page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download:/ }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^kerf_/)
    await visit.seeToast('Download Started', '30.0 MB')

    const deletions = await scriptCall(visit, deleteDownload, (_call, nth) =>
      nth === 1 ? { refuse: 'internal' } : undefined,
    )
    visit.expectComplaint(/500.*\/api\/download\//)
    await row.getByRole('button', { name: /^Delete:/ }).click()
    await visit.seeToast('Error', 'Something went wrong on our side. Please try again.')
    await row.getByRole('button', { name: /^Delete:/ }).press('Enter')
    await visit.seeToast('Download Deleted')
    // The keyboard is where the row was, not at the top of the page again.
    await visit.page.keyboard.press('Tab')
    expect(await link(visit, 'Cut a video').evaluate((cut) => cut === document.activeElement)).toBe(true)
    await visit.seeText('No downloads yet.')
    expect(deletions.map(({ params }) => params.id)).toEqual([running!.id, running!.id])
    await link(visit, 'Cut a video').click()
    await visit.linkField.waitFor()
  })

  it('stops a running one, not without a connection, and shows older ones page by page', async () => {
    const [running] = exampleOwnDownloads()
    const visit = await arrive('/profile')
    await scriptCall(visit, readDownload, () => running!)
    const pages = await scriptCall(visit, userCalls.listOwnDownloads, ({ query }) =>
      query.get('before') === null
        ? { downloads: [running!], next: PAGE_TWO }
        : { downloads: [exampleOwnDownload('older', { title: 'From last week' })], next: null },
    )
    await link(visit, 'Downloads').click()
    await visit.button('Show older').click()
    await job(visit, 'From last week', '720p').waitFor()
    expect(pages.map(({ query }) => query.get('before'))).toEqual([null, PAGE_TWO])
    expect(await visit.button('Show older').count()).toBe(0)

    const row = job(visit, NORTH_COAST, '1080p (HD)')
    await visit.context.route('**/cancel', (route) => route.abort('internetdisconnected'))
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED.*\/cancel/)
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await visit.seeToast('Error', /does not answer|offline/)
    await visit.context.unroute('**/cancel')
    await scriptCall(visit, cancelDownload, () => ({ ...running!, status: 'cancelled' as const }))
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await visit.seeToast('Download Cancelled', 'It does not count.')
    await row.getByText('CANCELLED', { exact: true }).waitFor()
  })

  it('that cannot be read says why and can be asked for again', async () => {
    const visit = await arrive('/dashboard/jobs', { downloads: NOT_SET_UP })
    visit.expectComplaint(/501.*\/api\/user\/downloads/)
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    const answer = Promise.withResolvers<void>()
    await scriptCall(visit, userCalls.listOwnDownloads, async () => {
      await answer.promise
      return { downloads: [exampleOwnDownload('ready')], next: null }
    })
    await visit.button('Try again').click()
    answer.resolve()
    await job(visit, NORTH_COAST, '720p').waitFor()
  })
})

describe('the settings', () => {
  it('change the name, once however often the button is pressed, and say when that failed', async () => {
    const visit = await arrive('/dashboard/settings')
    await field(visit, 'Full name').fill('  ')
    await visit.button('Save name').click()
    await visit.seeText('Please enter a name.')
    expect(await field(visit, 'Full name').getAttribute('aria-invalid')).toBe('true')

    const answer = Promise.withResolvers<void>()
    const changes = await scriptCall(visit, userCalls.updateProfile, async ({ body }, nth) => {
      await answer.promise
      return nth === 1 ? { refuse: 'busy' } : exampleUser({ name: body.name })
    })
    visit.expectComplaint(/503.*\/api\/user\/profile/)
    await field(visit, 'Full name').fill('Anna Sample')
    await visit.button('Save name').dblclick()
    await visit.button('Saving...').waitFor()
    answer.resolve()
    await visit.seeToast('Update Failed', 'Failed to update profile')
    await visit.seeText('This server is busy. Please try again in a moment.')
    expect(await field(visit, 'Full name').inputValue()).toBe('Anna Sample')
    expect(changes.map(({ body }) => body)).toEqual([{ name: 'Anna Sample' }])

    await field(visit, 'Full name').press('Enter')
    await visit.seeToast('Profile Updated')
    await visit.button('Account menu of Anna Sample').waitFor()
  })

  it('change the email by a link that is mailed to the new one', async () => {
    const visit = await arrive('/dashboard/settings')
    const asked = await scriptCall(visit, userCalls.changeEmail, (_call, nth) => (nth === 1 ? WRONG_PASSWORD : NOTHING))
    visit.expectComplaint(/403.*\/api\/user\/email/)
    await field(visit, 'New email').fill('anna@')
    await visit.button('Change email').click()
    await visit.seeText('Please enter a valid email address')
    await field(visit, 'New email').fill('ANNA@example.org')
    await field(visit, 'Password').fill('secret 1')
    await visit.button('Change email').click()
    await visit.seeText('This is your email already.')

    await field(visit, 'New email').fill('anna@sample.org')
    await visit.button('Change email').click()
    await visit.seeToast('Error', 'The current password is not right.')
    expect(await field(visit, 'Password').getAttribute('aria-invalid')).toBe('true')
    expect(await field(visit, 'New email').inputValue()).toBe('anna@sample.org')
    await field(visit, 'Password').press('Enter')
    await visit.seeToast('Check Your Email', /A link was sent to anna@sample\.org\./)
    expect(await field(visit, 'Password').inputValue()).toBe('')
    expect(asked.at(-1)?.body).toEqual({ email: 'anna@sample.org', password: 'secret 1' })
  })

  it('change the password, if the old one is right and the new one is long enough and typed twice', async () => {
    const visit = await arrive('/dashboard/settings')
    const asked = await scriptCall(visit, userCalls.changePassword, (_call, nth) =>
      nth === 1 ? WRONG_PASSWORD : NOTHING,
    )
    visit.expectComplaint(/403.*\/api\/user\/password/)
    await field(visit, 'Current password').fill('old secret')
    await field(visit, 'New password').fill('short')
    await field(visit, 'Confirm new password').fill('shorter')
    await visit.button('Change password').click()
    await visit.seeText('Password must be at least 6 characters')
    await field(visit, 'New password').fill('long enough')
    await visit.button('Change password').click()
    await visit.seeText('Passwords do not match')
    expect(asked).toEqual([])
    await field(visit, 'Confirm new password').fill('long enough')
    await visit.button('Change password').click()
    await visit.seeToast('Error', 'The current password is not right.')
    await visit.button('Change password').click()
    await visit.seeToast('Password Changed')
    expect(asked.at(-1)?.body).toEqual({ currentPassword: 'old secret', newPassword: 'long enough' })
    expect(await field(visit, 'Current password').inputValue()).toBe('')
  })

  it('set up a second factor with an app, and switch it off again', async () => {
    const visit = await arrive('/dashboard/settings')
    const secret = 'JBSWY3DPEHPK3PXP'
    const uri = `otpauth://totp/Kerf:anna%40example.org?secret=${secret}&issuer=Kerf`
    await scriptCall(visit, userCalls.startSecondFactor, ({ body }) =>
      body.password === 'secret 1' ? { uri, secret, backupCodes: ['aB3dE-fG7hI', 'Kl9mN-oP2qR'] } : WRONG_PASSWORD,
    )
    const tried = await scriptCall(visit, userCalls.confirmSecondFactor, ({ body }) =>
      body.code === '123456' ? NOTHING : { refuse: 'wrong_code' },
    )
    visit.expectComplaint(/403.*second-factor/)
    visit.expectComplaint(/401.*second-factor/)
    const section = region(visit, 'Second factor')
    await section.getByText('OFF').waitFor()
    await field(visit, 'Your password').fill('wrong')
    await visit.button('Set up second factor').click()
    await visit.seeToast('Error', 'The current password is not right.')
    await field(visit, 'Your password').fill('secret 1')
    await visit.button('Set up second factor').click()
    await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await section.getByText('JBSW Y3DP EHPK 3PXP').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await findAccessibilityFaults(visit.page)).toEqual([])
    }
    const [saved] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Save as a file').click()])
    expect(saved.suggestedFilename()).toBe('kerf_backup_codes.txt')
    expect(await readFile(await saved.path(), 'utf8')).toMatch(/anna@example\.org.*\n\naB3dE-fG7hI\nKl9mN-oP2qR\n$/)

    await field(visit, 'Code from your app').fill('111111')
    await visit.button('Switch on').click()
    await visit.seeToast('Error', 'This code is not right. Please enter the one that is shown now.')
    await field(visit, 'Code from your app').fill('123456')
    await visit.button('Switch on').click()
    await visit.seeToast('Second Factor On')
    expect(tried.map(({ body }) => body.code)).toEqual(['111111', '123456'])
    await section.getByText('ON', { exact: true }).waitFor()
    expect(await section.getByText('JBSW').count()).toBe(0)

    await scriptCall(visit, userCalls.removeSecondFactor, () => undefined)
    await field(visit, 'Your password').fill('secret 1')
    await visit.button('Switch off second factor').click()
    await visit.seeToast('Second Factor Off')
    await section.getByText('OFF', { exact: true }).waitFor()
  })

  it('end one session or all others, and never the one in use', async () => {
    const visit = await arrive('/dashboard/settings')
    const list = visit.page.getByRole('list', { name: 'Your sessions' })
    await list.getByText('Safari on iPhone').waitFor()
    const here = list.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
    await here.getByText('THIS ONE').waitFor()
    expect(await here.getByRole('button').count()).toBe(0)

    const ended = await scriptCall(visit, userCalls.endSession, () => undefined)
    await visit.button('End session: Safari on iPhone').click()
    await visit.seeToast('Session Ended', 'Safari on iPhone has to sign in again.')
    expect(ended.map(({ params }) => params.id)).toEqual([SESSION.phone])
    await scriptCall(visit, userCalls.endOtherSessions, (_call, nth) =>
      nth === 1 ? { refuse: 'internal' } : { ended: 1 },
    )
    visit.expectComplaint(/500.*end-others/)
    await visit.button('End all others').click()
    await visit.seeToast('Error', 'Something went wrong on our side. Please try again.')
    await visit.button('End all others').click()
    await visit.seeToast('Sessions Ended', '1 session has ended.')
    await visit.seeText('You are signed in here only.')
    expect(await list.getByRole('listitem').count()).toBe(1)
  })

  it('choose colours and language for this browser, and give all data as a file', async () => {
    const visit = await arrive('/dashboard/settings')
    const here = region(visit, 'Look and language')
    await here.getByRole('button', { name: 'Dark' }).click()
    const footer = visit.page.getByRole('contentinfo')
    expect(await footer.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true')

    visit.expectComplaint(/501.*\/api\/user\/export/)
    await scriptCall(visit, userCalls.exportData, () => NOT_SET_UP)
    await visit.button('Export my data').click()
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    await scriptCall(visit, userCalls.exportData, () => ({ user: exampleUser() }))
    const [saved] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Export my data').click()])
    expect(saved.suggestedFilename()).toBe('kerf_export.json')
    await visit.seeToast('Download Started', 'kerf_export.json')

    const languages = here.getByRole('group', { name: 'Language' }).getByRole('link')
    expect(await languages.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '?lang=en',
      '?lang=de',
    ])
  })

  it('delete the account after asking plainly, with the password, and only with the right one', async () => {
    const visit = await arrive('/dashboard/settings')
    const deletions = await scriptCall(visit, userCalls.deleteAccount, (_call, nth) =>
      nth === 1 ? { refuse: 'wrong_password' } : undefined,
    )
    visit.expectComplaint(/403.*\/api\/user/)
    await visit.button('Delete account...').click()
    const dialog = visit.page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByText('This cannot be undone.').waitFor()
    await dialog.getByText('Your videos, downloads and clips').waitFor()
    await dialog.getByText('Payments and their receipts, for as long as the law asks').waitFor()
    await visit.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // The keyboard is back where it came from, a moment after the dialog has gone.
    const opener = visit.button('Delete account...')
    const isBack = () => opener.evaluate((button: Element) => button === document.activeElement)
    await expect.poll(isBack, PATIENTLY).toBe(true)
    await visit.page.keyboard.press('Enter')
    await dialog.waitFor()
    await visit.page.keyboard.press('Enter')
    await dialog.getByText('Please enter your password.').waitFor()
    await visit.page.keyboard.type('not my password')
    await visit.page.keyboard.press('Enter')
    await dialog.getByText('The current password is not right.').waitFor()
    await dialog.locator('input').fill('secret 1')
    await dialog.getByRole('button', { name: 'Delete account' }).dblclick()
    await visit.seeToast('Account Deleted')
    await expect.poll(() => pathOf(visit), PATIENTLY).toBe('/')
    await visit.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    expect(deletions.map(({ body }) => body.password)).toEqual(['not my password', 'secret 1'])
  })

  it('keep what was typed when there is no connection', async () => {
    const visit = await arrive('/dashboard/settings')
    await visit.page.getByText('Safari on iPhone').waitFor()
    await visit.context.setOffline(true)
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
    await field(visit, 'Full name').fill('Anna Sample')
    await visit.button('Save name').click()
    await visit.seeToast('Update Failed', 'Failed to update profile')
    await visit.seeText('You are offline. Please try again when you are back.')
    expect(await field(visit, 'Full name').inputValue()).toBe('Anna Sample')
  })
})

describe.each([
  { name: 'a phone', screen: PHONE },
  { name: 'a desktop', screen: DESKTOP },
])('on $name', ({ screen }) => {
  it('every page of the account has no fault, in light and in dark, and fits', async () => {
    const user = { role: 'admin', subscription: 'pro-yearly', subscriptionExpiresAt: IN_A_YEAR } as const
    const undecided = {
      ...PART,
      id: '9PEND',
      status: 'pending',
      receiptNumber: null,
      paidAt: null,
      startsAt: null,
      endsAt: null,
      refundedCents: 0,
    } as const
    const visit = await arrive('/profile', { user, payments: [undecided, PART, ...EXAMPLE_PAYMENTS] }, screen)
    await scriptCall(visit, readDownload, () => exampleOwnDownloads()[0]!)
    const ready = {
      Profile: () => region(visit, 'Download usage').getByRole('meter').first().waitFor({ state: 'attached' }),
      Billing: () => visit.seeText('KERF-2026-000042'),
      Downloads: () => job(visit, NORTH_COAST, '720p').getByRole('button', { name: 'How exact is this?' }).click(),
      Settings: async () => {
        await visit.page.getByText('Safari on iPhone').waitFor()
        await visit.button('Change password').click()
        await visit.seeText('Please enter your password.')
      },
    }
    const look = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await findAccessibilityFaults(visit.page)).toEqual([])
      }
      expect(await visit.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
    for (const [place, arrived] of Object.entries(ready)) {
      await visit.page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: place }).click()
      await arrived()
      await look()
    }
    await visit.button('Delete account...').click()
    await visit.page.getByRole('dialog').waitFor()
    await look()
    await open(visit, `/dashboard/billing/${PART.id}`)
    await heading(visit, 'Receipt KERF-2026-000043').waitFor()
    await look()
  })
})
