import { signUp } from '@kerf/contract/auth'
import { readPaymentSetup } from '@kerf/contract/payment'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { open, reload } from '../../testing/app.tsx'
import { showOnOneOfBothScreens } from '../../testing/at-length.ts'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import { openPayment, openPricing, PAYMENT_SETUP, paymentArea } from '../../testing/payment.ts'
import {
  button,
  DESKTOP,
  expectComplaint,
  expectNoFaults,
  fill,
  heading,
  PHONE,
  region,
  see,
  seeFocus,
  seeNo,
  seePath,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { requestedPaths, scriptCall, scriptUser } from '../../testing/scripted-server.ts'

describe('the plans', () => {
  it('are Free, Pro by the month or the year, and Lifetime Access, side by side, without a call about payments', async () => {
    await openPricing(null)
    await see(heading('Every plan cuts exactly'))
    await expect.poll(() => document.title).toBe('Pricing | Kerf')
    await see(region('Free').getByText('$0'))
    await see(region('Free').getByText('5 downloads a day'))
    const pro = region('Pro')
    await see(pro.getByText('$49.99', { exact: false }))
    await see(pro.getByText('2 months free. Save $9.89 compared with $59.88.'))
    await pro.getByRole('button', { name: 'Monthly' }).click()
    await see(pro.getByText('$4.99', { exact: false }))
    await see(pro.getByRole('button', { name: 'Monthly', pressed: true }))
    await see(region('Lifetime Access').getByText('$199', { exact: false }))
    await see(region('Lifetime Access').getByText('Commercial usage rights'))
    expect(requestedPaths().filter((path) => /paypal|payment/.test(path))).toEqual([])

    // A table compares the plans, and fits both screens. Four questions with answers follow.
    const table = page.getByRole('table', { name: 'Free and Pro, side by side' })
    await see(table)
    const rows = table
      .getByRole('row')
      .elements()
      .map((row) => [...(row as unknown as HTMLTableRowElement).cells].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Feature', 'Free', 'Pro'],
      ['Video quality', '360p only', 'up to 4K'],
      ['Downloads per day', '5', 'unlimited'],
      ['Audio downloads', 'yes', 'yes'],
      ['Batch, priority processing, advanced trimming', 'no', 'yes'],
      ['Support', 'Community', 'Priority'],
      ['Ads', 'Yes', 'No'],
    ])
    await see(table.getByRole('rowheader', { name: 'Ads' }))
    for (const { width, height } of [PHONE, DESKTOP]) {
      await page.viewport(width, height)
      await expect.poll(() => table.element().scrollWidth, { message: `${width} pixels` }).toBeLessThan(width)
    }

    const question = (text: string) => page.getByCss('summary').filter({ hasText: text })
    for (const text of [
      'Can I cancel anytime?',
      'Which payment methods do you take?',
      'Is there a free trial?',
      'Can I downgrade later?',
    ])
      await see(question(text))
    await question('Can I downgrade later?').click()
    await seeText(/Pro ends after the period you paid for/)
  })

  it.each([
    ['Start with Free', '/signup'],
    ['Choose Pro', '/signin'],
  ])('lead a stranger from "%s" to %s', async (label, path) => {
    await openPricing(null)
    await page.getByRole('link', { name: label }).click()
    await seePath(path)
  })

  it('lead a stranger from the home page over the sign-up to the chosen plan', async () => {
    scriptCall(readPaymentSetup, () => ({ refuse: 'not_set_up' }))
    scriptCall(signUp, () => {
      scriptUser(exampleUser())
      return { user: exampleUser() }
    })
    await open('/')
    await page.getByRole('link', { name: 'Choose Lifetime' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await see(heading('Sign up'))
    await fill({ Name: 'Anna Example', Email: 'anna@example.org', Password: 'a strip of film' })
    await button('Create Account').click()
    await seeToast('Account created successfully!', /^This server does not send emails\./)
    await see(paymentArea.getByText('$199'))
  })

  it.each([
    ['free', 'Free', 'Start with Free'],
    ['pro-yearly', 'Pro', 'Choose Pro'],
    ['pro-monthly', 'Pro', 'Choose Pro'],
    ['lifetime', 'Lifetime Access', 'Choose Lifetime'],
  ] as const)('show a user on %s their own plan', async (subscription, name, label) => {
    await openPricing(exampleUser({ subscription }))
    await see(region(name).getByRole('button', { name: 'Current Plan', disabled: true }))
    expect(button('Current Plan').length).toBe(1)
    expect(page.getByText(label).length).toBe(0)
  })

  it('let a user with a month of Pro choose the year or add another month, and explain the return to Free', async () => {
    scriptCall(readPaymentSetup, () => ({ refuse: 'not_set_up' }))
    const expiry = '2026-12-03T10:00:00.000Z'
    await openPricing(exampleUser({ subscription: 'pro-monthly', subscriptionExpiresAt: expiry }))
    await see(region('Free').getByText('You return to Free on 3 December 2026.'))
    const pro = region('Pro')
    await see(pro.getByText('$4.99', { exact: false }))
    await see(pro.getByRole('button', { name: 'Monthly', pressed: true }))
    await see(pro.getByText('Active until 3 December 2026.'))
    await pro.getByRole('link', { name: 'Extend' }).click()
    const extensionArea = region('Ready to Extend')
    await see(extensionArea.getByText('3 January 2027'))
    await see(extensionArea.getByText(/^Extends your Pro from 3 December 2026\./))
    await see(pro.getByRole('button', { name: 'Current Plan', disabled: true }))
    await button('Cancel Selection').click()

    await button('Yearly').click()
    await button('Choose Pro').click()
    await see(paymentArea.getByText('$49.99'))
    await see(paymentArea.getByText('3 December 2027'))
    await button('Choose Lifetime').click()
    await see(paymentArea.getByText('The time left until 3 December 2026 is not refunded.', { exact: false }))
  })
})

describe('choosing a paid plan', () => {
  it('opens the payment area in place, even after a reload, until Cancel Selection or back', async () => {
    await showOnOneOfBothScreens()
    await openPayment()
    await expectNoFaults()
    await see(paymentArea.getByText('One year'))
    // A switch between month and year now changes the plan that is about to be bought.
    await button('Monthly').click()
    await seeToast('Ready to Upgrade', 'Pro, $4.99 a month.')
    await see(paymentArea.getByText('One month'))
    await see(paymentArea.getByText('$4.99'))
    await seeFocus(button('Monthly'))
    await button('Yearly').click()
    await see(paymentArea.getByText('One year'))
    expect(location.pathname).toBe('/subscription')
    await reload()
    await see(paymentArea.getByRole('button', { name: 'Pay with PayPal' }))
    await button('Cancel Selection').click()
    await seeNo(paymentArea)

    await button('Choose Lifetime').click()
    await see(paymentArea.getByText('Forever'))
    await button('Monthly').click()
    await see(paymentArea.getByText('Forever'))
    history.back()
    await seeNo(paymentArea)
  })

  it('shows why PayPal is not available, and can be retried', async () => {
    await openPayment()
    scriptCall(readPaymentSetup, (_call, callNumber) =>
      callNumber === 1 ? { refuse: 'busy' } : { ...PAYMENT_SETUP, clientToken: 'stale-token' },
    )
    await openPricing(exampleUser())
    await button('Choose Pro').click()
    await see(paymentArea.getByRole('alert').getByText('This server is busy. Please try again in a moment.'))
    expectComplaint(/The client token is not valid/)
    await button('Try again').click()
    await seeText(/^PayPal could not be loaded/, paymentArea)
    await see(paymentArea.getByRole('button', { name: 'Try again' }))
  })

  it('sends a user whose session has ended to sign in', async () => {
    scriptCall(readPaymentSetup, () => ({ refuse: 'not_signed_in' }))
    await openPricing(exampleUser())
    await button('Choose Pro').click()
    await seePath('/signin')
  })
})
