import { readCurrentUser, sendVerification } from '@kerf/contract/auth'
import * as userCalls from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { scriptPanel } from '../../testing/admin-panel.ts'
import { open, openOtherTab } from '../../testing/app.tsx'
import { exampleQuota, exampleUser } from '../../testing/examples/account-examples.ts'
import {
  button,
  fact,
  field,
  heading,
  mainLink,
  pressOn,
  region,
  see,
  seeFocus,
  seeNo,
  seePath,
  seeText,
  seeToast,
  seeVisibleText,
  visibleTextOf,
} from '../../testing/screen.ts'
import { EMPTY_ANSWER, type Refusal } from '../../testing/scripted-call.ts'
import { answerRequests, scriptAccount, scriptCall } from '../../testing/scripted-server.ts'

const NOT_SET_UP: Refusal = { refuse: 'not_set_up' }
const usage = region('Download usage')

describe('the profile', () => {
  it('shows the account, the used downloads, and links to the plans', async () => {
    scriptAccount()
    await open('/profile')
    await see(heading('Profile'))
    await expect.poll(() => document.title).toBe('Profile | Kerf')
    await seeVisibleText(fact('Full name'), 'Anna Example')
    expect(visibleTextOf(fact('Username'))).toBe('anna')
    expect(visibleTextOf(fact('Email'))).toMatch(/^anna@example\.org\s+VERIFIED$/)
    expect(visibleTextOf(fact('Account type'))).toBe('FREE')
    expect(visibleTextOf(fact('Member since'))).toBe('2 Mar 2026')
    const todayMeter = usage.getByRole('meter', { name: 'Today' })
    await expect.element(todayMeter).toHaveAttribute('aria-valuetext', '3 of 5 downloads used')
    const monthMeter = usage.getByRole('meter', { name: 'This month' })
    await expect.element(monthMeter).toHaveAttribute('aria-valuetext', '41 of 100 downloads used')
    await see(usage.getByText('2 downloads left'))
    expect(usage.getByText(/^Resets /).length).toBe(2)
    await see(region('Subscription').getByText('Free'))
    await seeNo(heading('Admin Panel'))
    await expect.element(mainLink('Manage Subscription')).toHaveAttribute('href', '/subscription')
    await mainLink('Change name, email or password').click()
    await see(heading('Settings'))
  })

  it('shows an admin on Pro without a name no limits, and leads to the panel', async () => {
    scriptPanel()
    scriptAccount({
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
    await open('/profile')
    await seeText(/^Expires 12 Mar 2027, in \d+ /, region('Subscription'))
    expect(visibleTextOf(fact('Full name'))).toBe('Not provided')
    // A user without a name is shown by the username and its initial.
    const initialLetter = button('Account menu of anna').getByCss('[data-initial]')
    await expect.element(initialLetter).toHaveAttribute('data-initial', 'A')
    expect(visibleTextOf(fact('Email'))).toMatch(/\nUNVERIFIED\n/)
    expect(visibleTextOf(fact('Account type'))).toMatch(/^PRO\s+ADMIN$/)
    await seeText('No limit.', usage)
    expect(usage.getByText('No limit.').length).toBe(2)
    expect(usage.getByRole('meter').length).toBe(0)
    await mainLink('Open the Admin Panel').click()
    await seePath('/admin')
  })

  it('shows a user with Lifetime who has reached both limits', async () => {
    scriptAccount({
      user: { subscription: 'lifetime' },
      quota: exampleQuota({ quota: { dailyDownloads: 5, monthlyDownloads: 100 } }),
    })
    await open('/profile')
    await see(region('Subscription').getByText('Never expires'))
    await see(usage.getByText('Daily limit reached'))
    await see(usage.getByText('Monthly limit reached'))
    expect(visibleTextOf(fact('Account type'))).toBe('LIFETIME')
    // The badge MEMBER is beside the name, here and in the menu.
    expect(visibleTextOf(fact('Full name'))).toMatch(/^Anna Example\s+MEMBER$/)
    await button('Account menu of Anna Example').click()
    await see(page.getByRole('menu').getByText('MEMBER'))
  })

  it('shows the recorded limits without a quota, shows other failures, and can try again', async () => {
    scriptAccount({ profile: NOT_SET_UP, quota: NOT_SET_UP, subscription: NOT_SET_UP })
    await open('/profile')
    await seeToast('Error', 'This server is not set up for that yet.')
    await see(usage.getByText('At most 3'))
    await see(usage.getByText('At most 10'))
    await seeText(/Your usage could not be loaded\./, usage)
    expect(visibleTextOf(fact('Full name'))).toBe('Anna Example')
    await seeText('Could not be updated.')

    scriptCall(userCalls.readQuota, () => exampleQuota())
    scriptCall(userCalls.readSubscription, () => ({ subscription: 'lifetime' as const, expiresAt: null }))
    await usage.getByRole('button', { name: 'Try again' }).click()
    await see(usage.getByText('2 downloads left'))
    await pressOn(region('Subscription').getByRole('button', { name: 'Try again' }), '{Enter}')
    await seeText('Lifetime Access')
    // The button has disappeared; the focus stays at its section.
    await seeFocus(region('Subscription'))
  })

  it.each(['', '{}'])('treats an empty quota (%j) as missing, not as a failure', async (body) => {
    scriptAccount()
    answerRequests(({ url }) => (url.pathname === '/api/user/quota' ? new Response(body) : undefined))
    await open('/profile')
    await see(usage.getByText('At most 3'))
    await see(usage.getByText('At most 10'))
    await seeNo(usage.getByText(/could not be loaded/))
  })

  it('sends the confirmation email again, and updates when its link is opened elsewhere', async () => {
    const verificationSentAt = '2026-11-20T08:05:00.000Z'
    const profile = { ...exampleUser({ emailVerified: false }), verificationSentAt }
    scriptAccount({ user: { emailVerified: false }, profile })
    const verificationCalls = scriptCall(sendVerification, (_call, callNumber) =>
      callNumber === 1 ? EMPTY_ANSWER : { refuse: 'too_many_requests', retryAfterSeconds: 3600 },
    )
    await open('/profile')
    await see(fact('Email').getByText('UNVERIFIED'))
    const lastSent = fact('Email')
      .getByText(/^Last sent /)
      .getByCss('time')
    await expect.element(lastSent).toHaveAttribute('datetime', verificationSentAt)
    await button('Send the email again').click()
    await expect.element(lastSent).not.toHaveAttribute('datetime', verificationSentAt)
    await seeToast('No email was sent', /^This server does not send emails\./)
    await button('Send the email again').click()
    await seeToast('Error', 'Please wait 1 hour and try again.')
    expect(verificationCalls).toHaveLength(2)

    const otherTab = openOtherTab()
    scriptCall(readCurrentUser, () => exampleUser())
    otherTab.changeSession()
    await see(fact('Email').getByText('VERIFIED'))
  })
})

describe('a suspended user', () => {
  it('is signed out at once, in all tabs', async () => {
    scriptAccount()
    const otherTab = openOtherTab()
    await open('/dashboard/settings')
    scriptCall(userCalls.updateProfile, () => ({ refuse: 'account_suspended' }))
    const userReads = scriptCall(readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    await field('Full name').fill('Anna Sample')
    await button('Save name').click()
    await seeToast('Authentication Required', 'Please sign in to access settings.')
    await seePath('/signin')
    expect(otherTab.newsCount()).toBe(1)
    expect(userReads).toHaveLength(0)
  })

  it('is signed out after another tab reports it, with one request', async () => {
    // No cut is running: its status would be polled.
    scriptAccount({ downloads: [] })
    const otherTab = openOtherTab()
    await open('/dashboard/jobs')
    await see(heading('Downloads'))
    const userReads = scriptCall(readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    otherTab.changeSession()
    await seeToast('Authentication Required', 'Please sign in to access your downloads.')
    await seePath('/signin')
    expect(userReads).toHaveLength(1)
  })
})
