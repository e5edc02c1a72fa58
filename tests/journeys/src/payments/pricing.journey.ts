import { signUp } from '@kerf/contract/auth'
import { readPaymentSetup } from '@kerf/contract/payment'
import { describe, expect, it as itInBoth } from 'vitest'
import { it, ONE_OF_BOTH_SCREENS } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import {
  area,
  arriveAs,
  comeAs,
  loadFakePaypal,
  openPayment,
  openPricing,
  paypalRequests,
  plan,
  SETUP,
} from '../harness/pricing-page.ts'
import { scriptPlans } from '../harness/servers/script-account.ts'
import { exampleUser, scriptCall, signInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

describe('the plans', () => {
  it('are Free, Pro by the month or the year, and Lifetime Access, side by side, without a request to PayPal', async () => {
    const visit = await openPricing(stage, null)
    await visit.page.getByRole('heading', { level: 1, name: 'Every plan cuts exactly' }).waitFor()
    expect(await visit.page.title()).toBe('Pricing | Kerf')
    await plan(visit, 'Free').getByText('$0').waitFor()
    await plan(visit, 'Free').getByText('5 downloads a day').waitFor()
    const pro = plan(visit, 'Pro')
    await pro.getByText('$49.99', { exact: false }).waitFor()
    await pro.getByText('2 months free. Save $9.89 compared with $59.88.').waitFor()
    await pro.getByRole('button', { name: 'Monthly' }).click()
    await pro.getByText('$4.99', { exact: false }).waitFor()
    await pro.getByRole('button', { name: 'Monthly', pressed: true }).waitFor()
    await plan(visit, 'Lifetime Access').getByText('$199', { exact: false }).waitFor()
    await plan(visit, 'Lifetime Access').getByText('Commercial usage rights').waitFor()
    expect(paypalRequests(visit)).toEqual([])

    // A table compares the plans, and fits both screens. Four questions with answers follow.
    const table = visit.page.getByRole('table', { name: 'Free and Pro, side by side' })
    await table.waitFor()
    const rows = await table
      .getByRole('row')
      .evaluateAll((tableRows) =>
        tableRows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent)),
      )
    expect(rows).toEqual([
      ['Feature', 'Free', 'Pro'],
      ['Video quality', '360p only', 'up to 4K'],
      ['Downloads per day', '5', 'unlimited'],
      ['Audio downloads', 'yes', 'yes'],
      ['Batch, priority processing, advanced trimming', 'no', 'yes'],
      ['Support', 'Community', 'Priority'],
      ['Ads', 'Yes', 'No'],
    ])
    await table.getByRole('rowheader', { name: 'Ads', exact: true }).waitFor()
    for (const screen of [PHONE, DESKTOP]) {
      await visit.page.setViewportSize(screen)
      const isInside = () => table.evaluate((element) => element.scrollWidth < innerWidth)
      await expect.poll(isInside, { ...PATIENTLY, message: `${screen.width} pixels` }).toBe(true)
    }

    for (const question of [
      'Can I cancel anytime?',
      'Which payment methods do you take?',
      'Is there a free trial?',
      'Can I downgrade later?',
    ]) {
      await visit.page.locator('summary', { hasText: question }).waitFor()
    }
    await visit.page.locator('summary', { hasText: 'Can I downgrade later?' }).click()
    await visit.page.getByText('Pro ends after the period you paid for', { exact: false }).waitFor()
  })

  it('lead a stranger to sign-up for Free, to sign-in for the others, and then to the chosen plan', async () => {
    const visit = await openPricing(stage, null)
    for (const [label, target] of [
      ['Start with Free', '/signup'],
      ['Choose Pro', '/signin'],
    ] as const) {
      await visit.page.getByRole('link', { name: label, exact: true }).click()
      await expect.poll(() => visit.path, PATIENTLY).toBe(target)
      await visit.page.goBack()
    }
    // The home page has the same plans.
    await visit.page.goto(stage.kerf.url)
    await scriptCall(visit, readPaymentSetup, () => ({ refuse: 'not_set_up' }))
    visit.expectComplaint(/501.*\/paypal\/setup/)
    await scriptCall(visit, signUp, () => signInAs(visit))
    await visit.page.getByRole('link', { name: 'Choose Lifetime' }).click()
    await visit.page.getByRole('link', { name: 'Create an account' }).click()
    await visit.page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor()
    await visit.fill({ Name: 'Anna Example', Email: 'anna@example.org', Password: 'a strip of film' })
    await visit.button('Create Account').click()
    await visit.seeToast('Account created successfully!', /^This server does not send emails\./)
    await area(visit).getByText('$199').waitFor()
  })

  it('show all users their own one', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    for (const [subscription, name, label] of [
      ['free', 'Free', 'Start with Free'],
      ['pro-yearly', 'Pro', 'Choose Pro'],
      ['pro-monthly', 'Pro', 'Choose Pro'],
      ['lifetime', 'Lifetime Access', 'Choose Lifetime'],
    ] as const) {
      await comeAs(stage, visit, exampleUser({ subscription }))
      const currentButton = plan(visit, name).getByRole('button', { name: 'Current Plan', exact: true, disabled: true })
      await currentButton.waitFor()
      expect(await visit.button('Current Plan').count(), subscription).toBe(1)
      expect(await visit.page.getByText(label, { exact: true }).count(), subscription).toBe(0)
    }
  })

  it('let a user with a month of Pro choose the year or add another month, and explain the return to Free', async () => {
    const expiry = '2026-12-03T10:00:00.000Z'
    const visit = await arriveAs(stage, exampleUser({ subscription: 'pro-monthly', subscriptionExpiresAt: expiry }))
    await scriptCall(visit, readPaymentSetup, () => ({ refuse: 'not_set_up' }))
    visit.expectComplaint(/501.*\/paypal\/setup/)
    await plan(visit, 'Free').getByText('You return to Free on 3 December 2026.').waitFor()
    await plan(visit, 'Pro').getByText('$4.99', { exact: false }).waitFor()
    await plan(visit, 'Pro').getByRole('button', { name: 'Monthly', pressed: true }).waitFor()
    await plan(visit, 'Pro').getByText('Active until 3 December 2026.').waitFor()
    await plan(visit, 'Pro').getByRole('link', { name: 'Extend' }).click()
    const extensionArea = plan(visit, 'Ready to Extend')
    await extensionArea.getByText('3 January 2027').waitFor()
    await extensionArea.getByText(/^Extends your Pro from 3 December 2026\./).waitFor()
    await plan(visit, 'Pro').getByRole('button', { name: 'Current Plan', disabled: true }).waitFor()
    await visit.button('Cancel Selection').click()

    await visit.button('Yearly').click()
    await visit.button('Choose Pro').click()
    await area(visit).getByText('$49.99').waitFor()
    await area(visit).getByText('3 December 2027').waitFor()
    await visit.button('Choose Lifetime').click()
    await area(visit).getByText('The time left until 3 December 2026 is not refunded.').waitFor()
  })
})

describe.each(ONE_OF_BOTH_SCREENS)('choosing a paid plan, on $name', (look) => {
  itInBoth(
    'opens the payment area in place, also after a reload, until Cancel Selection or the back button',
    async () => {
      const visit = await openPayment(stage, look)
      await visit.expectNoFaults()
      await area(visit).getByText('One year').waitFor()
      // A switch between month and year now changes the plan that is about to be bought.
      await visit.button('Monthly').click()
      await visit.seeToast('Ready to Upgrade', 'Pro, $4.99 a month.')
      await area(visit).getByText('One month').waitFor()
      await area(visit).getByText('$4.99').waitFor()
      await visit.seeFocus(visit.button('Monthly'))
      await visit.button('Yearly').click()
      await area(visit).getByText('One year').waitFor()
      expect(visit.path).toBe('/subscription')
      await visit.page.reload()
      await area(visit).getByRole('button', { name: 'Pay with PayPal' }).waitFor()
      await visit.button('Cancel Selection').click()
      await area(visit).waitFor({ state: 'detached' })

      await visit.button('Choose Lifetime').click()
      await area(visit).getByText('Forever').waitFor()
      await visit.button('Monthly').click()
      await area(visit).getByText('Forever').waitFor()
      await visit.page.goBack()
      await area(visit).waitFor({ state: 'detached' })
    },
  )
})

describe('choosing a paid plan', () => {
  it('is not possible if payments are not set up: home and the plans say so, and what this server gives for free', async () => {
    const visit = await openPricing(stage, 'free', { path: '/terms' })
    await scriptPlans(visit, { payments: false, freeMaxQuality: '720p', freeDailyLimit: 12 })
    // The address of a plan, for example from an email or another tab, opens nothing either.
    for (const page of ['/', '/subscription?plan=pro-yearly']) {
      await visit.page.goto(new URL(page, stage.kerf.url).href)
      await visit.page.getByText('Payments are not set up on this server.').waitFor()
      for (const name of ['Pro', 'Lifetime Access'])
        await plan(visit, name).getByText('Not available here', { exact: true }).waitFor()
      expect(await visit.page.getByText(/^Choose (Pro|Lifetime)$/).count()).toBe(0)
      expect(await area(visit).count()).toBe(0)
      await plan(visit, 'Free').getByText('720p and audio').waitFor()
      await plan(visit, 'Free').getByText('12 downloads a day').waitFor()
    }
    expect(paypalRequests(visit)).toEqual([])
    const row = (name: string) => visit.page.getByRole('row', { name }).getByRole('cell').first()
    expect(await row('Video quality').textContent()).toBe('up to 720p')
    expect(await row('Downloads per day').innerText()).toBe('12')
  })

  it('shows why PayPal is not available, can be tried again, and sends a user whose session has ended to sign in', async () => {
    const visit = await openPricing(stage, 'free')
    await loadFakePaypal(visit)
    await scriptCall(visit, readPaymentSetup, (_call, nth) =>
      nth === 1 ? { refuse: 'busy' } : { ...SETUP, clientToken: 'stale-token' },
    )
    visit.expectComplaint(/503.*\/paypal\/setup/)
    await visit.button('Choose Pro').click()
    await area(visit).getByRole('alert').getByText('This server is busy. Please try again in a moment.').waitFor()
    visit.expectComplaint(/The client token is not valid/)
    await visit.button('Try again').click()
    await visit.seeText(/^PayPal could not be loaded/, area(visit))
    await area(visit).getByRole('button', { name: 'Try again' }).waitFor()

    // A user who was signed out meanwhile has to sign in.
    await scriptCall(visit, readPaymentSetup, () => ({ refuse: 'not_signed_in' }))
    visit.expectComplaint(/401.*\/paypal\/setup/)
    await comeAs(stage, visit, exampleUser())
    await visit.button('Choose Pro').click()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/signin')
  })
})
