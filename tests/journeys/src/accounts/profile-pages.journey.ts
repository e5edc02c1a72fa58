import { readCurrentUser, sendVerification, signIn, signOut, verifyEmail } from '@kerf/contract/auth'
import * as userCalls from '@kerf/contract/user'
import { readQuota } from '@kerf/contract/user'
import { describe, expect } from 'vitest'
import { scriptPanel } from '../harness/admin-panel.ts'
import { isAtLength, it, itAtLength } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { arriveAtOwn, fact, heading, link, openInSameTab } from '../harness/servers/own-pages.ts'
import { type AccountScript, exampleOwnDownload, exampleQuota } from '../harness/servers/script-account.ts'
import { exampleUser, NOTHING, type Refusal, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

const NOT_SET_UP: Refusal = { refuse: 'not_set_up' }
const arrive = (path: string, script: AccountScript = {}) => arriveAtOwn(stage, path, script)

describe('the profile', () => {
  it('shows the account, the used downloads, and links to the plans or the panel', async () => {
    const visit = await arrive('/profile')
    await heading(visit, 'Profile').waitFor()
    await expect.poll(() => visit.page.title(), PATIENTLY).toBe('Profile | Kerf')
    expect(await fact(visit, 'Full name').innerText()).toBe('Anna Example')
    expect(await fact(visit, 'Username').innerText()).toBe('anna')
    expect(await fact(visit, 'Email').innerText()).toMatch(/^anna@example\.org\s+VERIFIED$/)
    expect(await fact(visit, 'Account type').innerText()).toBe('FREE')
    expect(await fact(visit, 'Member since').innerText()).toBe('2 Mar 2026')

    const usage = visit.region('Download usage')
    const today = usage.getByRole('meter', { name: 'Today' })
    await today.waitFor({ state: 'attached' })
    expect(await today.getAttribute('aria-valuetext')).toBe('3 of 5 downloads used')
    expect(await usage.getByRole('meter', { name: 'This month' }).getAttribute('aria-valuetext')).toBe(
      '41 of 100 downloads used',
    )
    await usage.getByText('2 downloads left', { exact: true }).waitFor()
    expect(await usage.getByText(/^Resets /).count()).toBe(2)

    await visit.region('Subscription').getByText('Free', { exact: true }).waitFor()
    expect(await heading(visit, 'Admin Panel').count()).toBe(0)
    expect(await link(visit, 'Manage Subscription').getAttribute('href')).toBe('/subscription')
    await link(visit, 'Change name, email or password').click()
    await heading(visit, 'Settings').waitFor()

    // An admin on Pro, without limits, for whom the panel has something to show.
    await scriptPanel(visit)
    await openInSameTab(visit, '/profile', {
      user: {
        name: null,
        emailVerified: false,
        role: 'admin',
        subscription: 'pro-yearly',
        subscriptionExpiresAt: '2027-03-12T10:00:00.000Z',
      },
      quota: exampleQuota({
        viewer: 'admin',
        limits: { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null },
      }),
    })
    await visit.seeText(/^Expires 12 Mar 2027, in \d+ /, visit.region('Subscription'))
    expect(await fact(visit, 'Full name').innerText()).toBe('Not provided')
    // A user without a name is shown by the username and its initial.
    const opener = visit.button('Account menu of anna')
    expect(await opener.locator('[data-initial]').getAttribute('data-initial')).toBe('A')
    expect(await fact(visit, 'Email').innerText()).toMatch(/\nUNVERIFIED\n/)
    expect(await fact(visit, 'Account type').innerText()).toMatch(/^PRO\s+ADMIN$/)
    await usage.getByText('No limit.').first().waitFor()
    expect(await usage.getByText('No limit.').count()).toBe(2)
    expect(await usage.getByRole('meter').count()).toBe(0)
    await link(visit, 'Open the Admin Panel').click()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/admin')

    // A user with Lifetime who has reached both limits.
    await openInSameTab(visit, '/profile', {
      user: { subscription: 'lifetime' },
      quota: exampleQuota({ quota: { dailyDownloads: 5, monthlyDownloads: 100 } }),
    })
    await visit.region('Subscription').getByText('Never expires', { exact: true }).waitFor()
    await visit.region('Download usage').getByText('Daily limit reached', { exact: true }).waitFor()
    await visit.region('Download usage').getByText('Monthly limit reached', { exact: true }).waitFor()
    expect(await fact(visit, 'Account type').innerText()).toBe('LIFETIME')
    // The badge MEMBER is beside the name, here and in the menu.
    expect(await fact(visit, 'Full name').innerText()).toMatch(/^Anna Example\s+MEMBER$/)
    await visit.button('Account menu of Anna Example').click()
    await visit.page.getByRole('menu').getByText('MEMBER', { exact: true }).waitFor()
  })

  it('shows the stored limits if the quota is missing, shows other failures, and can try again', async () => {
    const visit = await arrive('/profile', { profile: NOT_SET_UP, quota: NOT_SET_UP, subscription: NOT_SET_UP })
    visit.expectComplaint(/501.*\/api\/user\/(quota|profile|subscription)/)
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    const usage = visit.region('Download usage')
    await usage.getByText('At most 3', { exact: true }).waitFor()
    await usage.getByText('At most 10', { exact: true }).waitFor()
    await usage.getByText(/Your usage could not be loaded\./).waitFor()
    expect(await fact(visit, 'Full name').innerText()).toBe('Anna Example')
    await visit.seeText('Could not be updated.')

    await scriptCall(visit, readQuota, () => exampleQuota())
    await scriptCall(visit, userCalls.readSubscription, () => ({ subscription: 'lifetime' as const, expiresAt: null }))
    await usage.getByRole('button', { name: 'Try again' }).click()
    await usage.getByText('2 downloads left', { exact: true }).waitFor()
    await visit.region('Subscription').getByRole('button', { name: 'Try again' }).press('Enter')
    await visit.seeText('Lifetime Access')
    // The button has disappeared; the focus stays at its section.
    await visit.seeFocus(visit.region('Subscription'))

    // An empty answer is not a failure.
    for (const body of isAtLength ? ['', '{}'] : ['{}']) {
      await visit.answer('*/api/user/quota', () => ({ status: 200, body }))
      await visit.page.reload()
      await usage.getByText('At most 3', { exact: true }).waitFor()
      await usage.getByText('At most 10', { exact: true }).waitFor()
      expect(await usage.getByText(/could not be loaded/).count()).toBe(0)
    }
  })

  it('sends the confirmation email again, and updates when its link is opened elsewhere', async () => {
    const verificationSentAt = '2026-11-20T08:05:00.000Z'
    const profile = { ...exampleUser({ emailVerified: false }), verificationSentAt }
    const visit = await arrive('/profile', { user: { emailVerified: false }, profile })
    const verificationCalls = await scriptCall(visit, sendVerification, (_call, nth) =>
      nth === 1 ? NOTHING : { refuse: 'too_many_requests', retryAfterSeconds: 3600 },
    )
    await fact(visit, 'Email').getByText('UNVERIFIED').waitFor()
    const lastSent = fact(visit, 'Email')
      .getByText(/^Last sent /)
      .locator('time')
    await expect.poll(() => lastSent.getAttribute('datetime'), PATIENTLY).toBe(verificationSentAt)
    await visit.button('Send the email again').click()
    await expect.poll(() => lastSent.getAttribute('datetime'), PATIENTLY).not.toBe(verificationSentAt)
    await visit.seeToast('No email was sent', /^This server does not send emails\./)
    visit.expectComplaint(/429.*send-verification/)
    await visit.button('Send the email again').click()
    await visit.seeToast('Error', 'Please wait 1 hour and try again.')
    expect(verificationCalls).toHaveLength(2)

    await scriptCall(visit, verifyEmail, () => ({ email: 'anna@example.org', changed: false }))
    await scriptCall(visit, readCurrentUser, () => exampleUser())
    await visit.openTab(new URL('/confirm-email#token=t', stage.kerf.url).href)
    await fact(visit, 'Email').getByText('VERIFIED', { exact: true }).waitFor()
  })
})

describe('a signed-out user', () => {
  itAtLength('is signed out in every tab at once after a suspension, without another request', async () => {
    // No cut is running: its status would be polled, and this test is not about those calls.
    const visit = await arrive('/dashboard/settings', { downloads: [exampleOwnDownload('ready')] })
    const secondTab = await visit.openTab(new URL('/dashboard/jobs', stage.kerf.url).href)
    await secondTab.page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
    await scriptCall(visit, userCalls.updateProfile, () => ({ refuse: 'account_suspended' }))
    const userReads = await scriptCall(visit, readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    visit.expectComplaint(/403.*\/api\/user\/profile/)
    // The second tab reads the user once.
    visit.expectComplaint(/401.*\/api\/auth\/user/)
    await visit.field('Full name').fill('Anna Sample')
    await visit.button('Save name').click()
    await visit.seeToast('Authentication Required', 'Please sign in to access settings.')
    await secondTab.seeToast('Authentication Required', 'Please sign in to access your downloads.')
    for (const { page } of [visit, secondTab]) await page.waitForURL('**/signin?*')
    expect(userReads).toHaveLength(1)
  })

  it('is signed out in all tabs after signing out in one, and signed in again in all', async () => {
    const visit = await arrive('/profile')
    const secondTab = await visit.openTab(new URL('/terms', stage.kerf.url).href)
    await secondTab.button('Account menu of Anna Example').waitFor()
    await scriptCall(visit, signOut, () => undefined)
    await visit.button('Account menu of Anna Example').click()
    // The server's answer would delete this cookie.
    await visit.context.clearCookies({ name: 'kerf_signed_in' })
    await visit.page.getByRole('menuitem', { name: 'Logout' }).click()
    const signInLink = secondTab.page.getByRole('banner').getByRole('link', { name: 'Sign In' })
    await signInLink.waitFor()

    await signedInAs(visit, exampleUser({ name: 'Bert Example' }))
    await scriptCall(visit, signIn, () => ({ user: exampleUser({ name: 'Bert Example' }) }))
    await visit.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await visit.field('Email').fill('bert@example.org')
    await visit.field('Password').fill('secret 1')
    await visit.button('Sign In').click()
    await secondTab.button('Account menu of Bert Example').waitFor()
  })
})
