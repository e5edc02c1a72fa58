import type { SubscriptionInfo } from '@kerf/contract/user'
import type { PaidPlanId } from '@kerf/domain/plans/plans'
import { planPeriodEnd } from '@kerf/domain/plans/plans'
import { firstLinkIn } from '@kerf/standins/mail/start-mail-server'
import { expect } from 'vitest'
import { PASSWORD, signUpAs } from '../harness/account-holder.ts'
import { it, itAtLength } from '../harness/at-length.ts'
import { PHONE } from '../harness/browser.ts'
import { Buyer } from '../harness/buyer.ts'
import { startKerf } from '../harness/servers/start-kerf.ts'
import { openTestbed, type VisitOptions } from '../harness/servers/testbed.ts'
import type { OptionLabel, Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false, mail: true, paypal: true })

const PAID_LABELS: OptionLabel[] = ['1080p (HD)', '720p', '480p']
const DAY_MILLISECONDS = 24 * 3_600_000
const PAID_SENTENCE = 'Payment successful! Your subscription has been activated.'

const address = (path: string): string => new URL(path, testbed.kerf.url).href
const paymentArea = (visit: Visit) => visit.region('Ready to Upgrade').or(visit.region('Ready to Extend'))
const paypalSheet = (visit: Visit) => visit.page.getByRole('dialog', { name: 'PayPal' })
const paymentAlert = (visit: Visit, text: string) =>
  visit.page.getByRole('main').getByRole('alert').filter({ hasText: text })
const currentPlan = (visit: Visit, name: string) => visit.region(name).getByRole('button', { name: 'Current Plan' })

/** Starts a visit with a new account, before its first page. */
async function visitWithAccount(options: VisitOptions = {}): Promise<{ visit: Visit; email: string }> {
  const visit = await testbed.visit({ ...options, path: '/favicon.svg' })
  return { visit, ...(await signUpAs(visit)) }
}

async function readPlan(visit: Visit): Promise<SubscriptionInfo> {
  return (await visit.context.request.get(address('/api/user/subscription'))).json()
}

/** URLs of requests to PayPal's hosts, to our payment calls, and for the code that talks to PayPal. */
const paypalRequests = (visit: Visit) => visit.requestedUrls.filter((url) => /paypal/i.test(url))

/** Opens the pricing page with the payment area of this plan. */
async function choose(visit: Visit, plan: PaidPlanId): Promise<void> {
  await visit.page.goto(address(`/subscription?plan=${plan}`))
  await paymentArea(visit).getByRole('button', { name: 'Pay with PayPal' }).waitFor()
}

async function pay(visit: Visit): Promise<void> {
  await paymentArea(visit).getByRole('button', { name: 'Pay with PayPal' }).click()
  await paypalSheet(visit).getByRole('button', { name: 'Approve', exact: true }).click()
}

/** Expects that a receipt is printed on one white page, without the frame of the site, although the theme is dark. */
async function expectPrintable({ page }: Visit): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const landmark of ['banner', 'contentinfo'] as const)
    expect(await page.getByRole(landmark).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  const colours = await page
    .getByRole('article')
    .evaluate((sheet) => [getComputedStyle(sheet).color, getComputedStyle(sheet).backgroundColor])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

async function seeActivated(visit: Visit, plan: string): Promise<void> {
  await visit.seeToast('Payment Successful!', `Your ${plan} subscription has been activated.`)
  await paymentAlert(visit, PAID_SENTENCE).waitFor()
  await paymentArea(visit).waitFor({ state: 'detached' })
  await currentPlan(visit, plan).waitFor()
}

const webhookUrl = () => address('/paypal/webhook')

/** Delivers PayPal's latest webhook event of this type. */
async function postEvent(type: string): Promise<void> {
  expect(await testbed.paypal.deliver(testbed.paypal.webhookEvent(type), webhookUrl())).toBe(200)
}

const latestOrder = () => testbed.paypal.orders.at(-1)!
const latestCapture = () => latestOrder().captures[0]!

it('buying a month of Pro from the home page unlocks the result in the other tab and gives a receipt', async () => {
  const { visit, email } = await visitWithAccount()
  await visit.page.goto(address('/?url=sample&start=10&end=11'))
  await visit.openChoice()
  for (const label of PAID_LABELS) await visit.optionButton(label, 'Upgrade Required').waitFor()

  const shop = await visit.openTab(testbed.kerf.url)
  await shop.region('Pro').getByRole('button', { name: 'Monthly' }).click()
  // PayPal must not be contacted before a plan is chosen.
  expect(paypalRequests(shop)).toEqual([])
  await shop.region('Pro').getByRole('link', { name: 'Choose Pro' }).click()
  await paymentArea(shop).getByText('$4.99').waitFor()
  await pay(shop)
  await seeActivated(shop, 'Pro')

  for (const label of PAID_LABELS) await visit.optionButton(label, 'Download').waitFor()
  await visit.optionButton('480p', 'Download').click()
  await visit.optionButton('480p', /^Download \(/).waitFor()
  // Several ranges at once come with Pro. Both clips are saved as one zip.
  await visit.page.goto(address('/?url=sample&clips=10-11,20-21'))
  await visit.openChoice()
  await visit.optionButton('360p', 'Cut 2 clips').click()
  const zip = await visit.saveBy(visit.page.getByRole('button', { name: /^Download zip \(/ }))
  expect(zip.name).toMatch(/^kerf_batch_[\d-]+\.zip$/)
  // A zip names each file twice: in front of its bytes, and in the directory at the end.
  expect((await zip.bytes()).toString('latin1').match(/\.mp4/g)).toHaveLength(4)

  await paymentAlert(shop, PAID_SENTENCE).getByRole('link', { name: 'Billing' }).click()
  const receipt = shop.page.getByRole('link', { name: /^Open receipt KERF-\d{4}-\d{6}$/ })
  await receipt.waitFor()
  const number = (await receipt.textContent())!
  await shop.region('Your plan').getByText('Monthly').waitFor()
  await receipt.click()
  await shop.page.getByRole('heading', { level: 1, name: `Receipt ${number}` }).waitFor()
  for (const fact of [latestOrder().id, /^USD\s4\.99$/, 'One month', 'Runs until', 'PAID']) await shop.seeText(fact)
  await shop.page.getByRole('definition').filter({ hasText: email }).waitFor()
  await expectPrintable(shop)

  const message = await testbed.mail.waitForEmail(email, 'Receipt: Pro, $4.99')
  for (const fact of [number, latestOrder().id, 'Pro, one month', 'Runs until: ', '$4.99'])
    expect(message.text).toContain(fact)
  // The email's link leads to the receipt, also after a sign-in.
  await shop.context.clearCookies()
  await shop.page.goto(firstLinkIn(message))
  await shop.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await shop.page.getByLabel('Email', { exact: true }).fill(email)
  await shop.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await shop.button('Sign In').click()
  await shop.page.getByRole('heading', { level: 1, name: `Receipt ${number}` }).waitFor()
})

it('a locked row leads to Pro, and paying leads back to the video and its range', async () => {
  const { visit } = await visitWithAccount()
  await visit.page.goto(address('/?url=sample&start=10&end=12'))
  await visit.openChoice()
  await visit.option('480p').getByRole('link', { name: 'Pro' }).click()
  await visit.button('Choose Pro').click()
  await pay(visit)
  await visit.seeToast('Payment Successful!', 'Your Pro subscription has been activated.')
  await visit.openChoice()
  await visit.optionButton('480p', 'Download').waitFor()
  expect(await visit.readRange()).toEqual([10, 12])
})

itAtLength('a year of Pro is extended by a month, then replaced by Lifetime; refunds undo each step', async () => {
  const { visit } = await visitWithAccount({ screen: PHONE })
  await visit.page.goto(address('/subscription'))
  await visit.button('Choose Pro').click()
  await paymentArea(visit).getByText('$49.99').waitFor()
  await pay(visit)
  await seeActivated(visit, 'Pro')
  const yearExpiry = (await readPlan(visit)).expiresAt!

  await visit.page.goto(address('/dashboard/billing'))
  await visit.page.getByRole('link', { name: 'Extend by a month' }).click()
  await pay(visit)
  await seeActivated(visit, 'Pro')
  const extendedExpiry = planPeriodEnd('pro-monthly', new Date(yearExpiry))!.toISOString()
  expect(await readPlan(visit)).toEqual({ subscription: 'pro-monthly', expiresAt: extendedExpiry })

  await visit.button('Choose Lifetime').click()
  await visit.seeText(/is not refunded\./, paymentArea(visit))
  await pay(visit)
  await seeActivated(visit, 'Lifetime Access')
  await visit.page.goto(address('/dashboard/billing'))
  const plan = visit.region('Your plan')
  await plan.getByText('Never expires').waitFor()
  await expect.poll(() => visit.page.getByRole('link', { name: /^Open receipt/ }).count()).toBe(3)

  testbed.paypal.refund(latestCapture().id)
  await postEvent('PAYMENT.CAPTURE.REFUNDED')
  await updatePage(visit)
  await plan.getByText(/^Expires/).waitFor()
  await visit.seeText('REFUNDED')
  for (const order of testbed.paypal.orders.slice(-3, -1)) {
    testbed.paypal.refund(order.captures[0]!.id)
    await postEvent('PAYMENT.CAPTURE.REFUNDED')
  }
  await updatePage(visit)
  await plan.getByText('Free', { exact: true }).waitFor()
  await visit.seeText('Free costs nothing and never ends.')
})

/** Makes the page update, as when its tab becomes visible again. */
async function updatePage(visit: Visit): Promise<void> {
  await visit.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

it('many presses and lost answers make only one payment', async () => {
  const { visit } = await visitWithAccount()
  await choose(visit, 'pro-yearly')
  const ordersBefore = testbed.paypal.orders.length
  const button = paymentArea(visit).getByRole('button', { name: 'Pay with PayPal' })
  await button.dblclick()
  // PayPal takes the money, but its answer is lost. Then the server's answer to the page is lost as well.
  testbed.paypal.setNextBehaviour('captureOrder', { does: 'hangUp', carriedOut: true })
  const removeRewrite = await visit.answer('*/paypal/order/*/capture', () => ({
    rewrite() {
      void removeRewrite()
      return null
    },
  }))
  visit.expectComplaint(/ERR_FAILED.*capture/)
  await paypalSheet(visit).last().getByRole('button', { name: 'Approve', exact: true }).click()
  await seeActivated(visit, 'Pro')
  expect(testbed.paypal.orders.length).toBe(ordersBefore + 1)
  expect(latestOrder().captures).toHaveLength(1)
  const { payments } = await (await visit.context.request.get(address('/api/user/payments'))).json()
  expect(payments).toMatchObject([{ id: latestOrder().id, status: 'paid' }])

  // The second press has opened a second sheet, which has no effect.
  await paypalSheet(visit).getByRole('button', { name: 'Cancel and return' }).click()
  // A sheet for an extension is open here while the user buys Lifetime in another tab. It then has nothing to pay for.
  await visit.page.getByRole('link', { name: 'Extend' }).click()
  await paymentArea(visit).getByRole('button', { name: 'Pay with PayPal' }).click()
  await paypalSheet(visit).waitFor()
  const extension = latestOrder().id
  const secondTab = await visit.openTab(address('/subscription?plan=lifetime'))
  await pay(secondTab)
  await seeActivated(secondTab, 'Lifetime Access')
  await currentPlan(visit, 'Lifetime Access').waitFor()
  visit.expectComplaint(/409.*capture/)
  await paypalSheet(visit).getByRole('button', { name: 'Approve', exact: true }).click()
  await visit.seeToast('Nothing to Buy')
  expect(testbed.paypal.order(extension).captures).toEqual([])
})

it('a payment is made once, even with twenty capture calls and each webhook event three times', async () => {
  const { paypal } = testbed
  const buyer = new Buyer(testbed.kerf.url)
  await buyer.signUp()
  const id = (await buyer.createOrder('pro-yearly')).body.id
  paypal.subscribe(webhookUrl(), 3)
  paypal.approve(id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.captureOrder(id)))
  expect(new Set(await paypal.waitForDeliveries())).toEqual(new Set([200]))
  paypal.unsubscribe()
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await buyer.captureOrder(id)).toMatchObject({ body: { status: 'COMPLETED' } })
  expect(paypal.order(id).captures).toHaveLength(1)
  const payments = await buyer.readPayments()
  expect(payments).toHaveLength(1)
  const expiresAt = planPeriodEnd('pro-yearly', new Date(payments[0]!.paidAt!))?.toISOString()
  expect(await buyer.readSubscription()).toEqual({ subscription: 'pro-yearly', expiresAt })
})

// This journey runs last, because it stops the server and moves its clock.
itAtLength('a plan is Free as soon as it expires, after emails a week and a day before', async () => {
  const { ownKerf, paypal, mail } = testbed
  const anna = new Buyer(ownKerf.url)
  await anna.signUp()
  await anna.buy('pro-monthly', paypal)
  const { expiresAt } = await anna.readSubscription()
  const planMilliseconds = new Date(expiresAt!).getTime() - Date.now()
  const warnings = () =>
    mail.emails.filter(({ to, subject }) => to.includes(anna.email) && subject.startsWith('Pro ends'))
  await ownKerf.stop()

  const startAt = async (aheadMilliseconds: number) => {
    const environment = { ...paypal.environment, SMTP_URL: mail.url }
    const laterKerf = await startKerf({ environment, dataDirectory: ownKerf.dataDirectory, aheadMilliseconds })
    await mail.waitForEmail(anna.email, 'Pro ends on')
    const sameAnna = new Buyer(laterKerf.url, anna)
    await sameAnna.signIn()
    expect(await sameAnna.readSubscription()).toEqual({ subscription: 'pro-monthly', expiresAt })
    return laterKerf
  }
  await (await startAt(planMilliseconds - 6 * DAY_MILLISECONDS)).stop()
  const laterKerf = await startAt(planMilliseconds - DAY_MILLISECONDS / 2)
  try {
    await laterKerf.moveClock(planMilliseconds + 1_000)
    const visit = await testbed.visit({ at: laterKerf.url, path: '/favicon.svg' })
    const { email, password } = anna
    const answer = await visit.context.request.post(`${laterKerf.url}/api/auth/signin`, { data: { email, password } })
    expect(answer.status()).toBe(200)
    await visit.page.goto(`${laterKerf.url}/dashboard/billing`)
    await visit.region('Your plan').getByText('Free', { exact: true }).waitFor()
    await visit.page.getByRole('link', { name: /^Open receipt/ }).waitFor()
    await visit.page.goto(`${laterKerf.url}/subscription`)
    await currentPlan(visit, 'Free').waitFor()
    await visit.button('Choose Pro').waitFor()
    await visit.page.goto(laterKerf.url)
    await visit.openSample()
    await visit.optionButton('480p', 'Upgrade Required').waitFor()
    // An open page would send requests to the server while it stops.
    await visit.page.goto('about:blank')
  } finally {
    await laterKerf.stop()
  }
  expect(warnings()).toHaveLength(2)
})
