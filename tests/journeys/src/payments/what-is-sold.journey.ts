import { expect, it } from 'vitest'
import { accountAnswers } from '../../../../apps/web/src/testing/examples/account-answers.ts'
import { signUpAs } from '../harness/account-holder.ts'
import { expectGoodLooks } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { expectShownWithoutShop, priceMentions } from '../harness/price-mentions.ts'
import { signInWith } from '../harness/servers/script-calls.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const ADMIN = { Email: 'operator@example.org', Password: 'a strip of film' }

// This server has no PayPal. Its settings are changed, so it is only for this file.
const testbed = openTestbed({
  youtube: false,
  environment: { ADMIN_EMAIL: ADMIN.Email, ADMIN_PASSWORD: ADMIN.Password },
})

const addressOf = (path: string): string => new URL(path, testbed.kerf.url).href

async function openSettings(): Promise<Visit> {
  const admin = await testbed.visit({ path: '/signin?then=/admin' })
  await admin.fill(ADMIN)
  await admin.button('Sign In').click()
  await admin.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor()
  await admin.page.goto(addressOf('/admin?tab=settings'))
  await admin.button('Save').waitFor()
  return admin
}

it('an undecided operator shows plans that nobody can buy, reads what is missing, and then sells nothing', async () => {
  const stranger = await testbed.visit({ path: '/terms' })
  const servedHtml = await (await stranger.context.request.get(testbed.kerf.url)).text()
  expect(servedHtml).toContain('$49.99')
  expect(servedHtml).toContain('data-payments="off"')
  await stranger.page.goto(addressOf('/subscription'))
  await stranger.page.getByText('Not available here').nth(1).waitFor()
  expect(await stranger.page.getByText(/^Choose (Pro|Lifetime)$/).count()).toBe(0)
  await stranger.page.getByRole('link', { name: 'Start with Free' }).waitFor()
  // The address of a plan, for example from an email, opens nothing either.
  await stranger.page.goto(addressOf('/subscription?plan=pro-yearly'))
  await stranger.seeText(/Payments are not set up on this server\.$/)
  expect(await stranger.region('Ready to Upgrade').count()).toBe(0)

  const admin = await openSettings()
  const sale = admin.page.getByRole('group', { name: 'What is sold' })
  expect(await sale.getByRole('radio', { name: /^Plans/ }).isChecked()).toBe(true)
  await admin.seeText(
    'Plans cannot be bought until the client ID and the client secret of a PayPal app are entered.',
    sale,
  )
  await admin.field('Payment client ID').waitFor()
  await admin.field('Free max quality').selectOption('720p')
  await admin.field('Daily limit').fill('12')
  await admin.button('Save').click()
  await admin.seeToast('Settings saved')
  await stranger.page.reload()
  for (const text of ['720p and audio', '12 downloads a day']) await stranger.seeText(text, stranger.region('Free'))
  const cell = (name: string) => stranger.page.getByRole('row', { name }).getByRole('cell').first()
  expect([await cell('Video quality').innerText(), await cell('Downloads per day').innerText()]).toEqual([
    'Up to 720p',
    '12',
  ])

  await sale.getByRole('radio', { name: /^Nothing/ }).check()
  expect(await admin.field('Payment client ID').count()).toBe(0)
  await admin.field('Best quality without an account').selectOption('480p')
  await admin.field('Downloads per day without an account').fill('0')
  await admin.button('Save').click()
  await admin.seeText('Enter a whole number from 1 to 1000.')
  await admin.field('Downloads per day without an account').fill('1')
  await admin.field('Downloads per day with an account').fill('20')
  await admin.field('Longest clip (minutes)').fill('0.5')
  await admin.button('Save').click()
  await admin.seeText('Enter a number of minutes from 1 to 10080, or leave this empty.')
  await admin.field('Longest clip (minutes)').fill('')
  await admin.button('Save').click()
  await admin.seeToast('Settings saved')
  await expectGoodLooks(admin, 'the settings where nothing is sold')
  await admin.page.reload()
  await expect.poll(() => admin.field('Downloads per day with an account').inputValue(), PATIENTLY).toBe('20')
  expect(await admin.field('Longest clip (minutes)').inputValue()).toBe('')

  // A page that was open follows when it is loaded next.
  stranger.expectComplaint(/404.*subscription/)
  await stranger.page.reload()
  await stranger.page.getByRole('heading', { level: 1 }).waitFor()
  await expectShownWithoutShop(stranger, 'the former pricing page')
})

it('the limits of an operator who sells nothing mention an account, and no plan', async () => {
  const visit = await testbed.visit()
  await visit.openSample()
  await visit.option('720p').getByText('LOCKED').waitFor()
  await visit.option('720p').getByText('Included in an account', { exact: true }).waitFor()
  await visit.optionButton('720p', 'Sign Up Required').click({ force: true })
  await visit.seeToast('Download Error', 'This quality needs an account on this server. Please sign in.')
  await visit.typeRange('0:21', '0:22')
  await visit.optionButton('480p', 'Download').click()
  await visit.optionButton('480p', /^Download \(/).waitFor()
  await visit.typeRange('0:31', '0:32')
  await visit.seeText(/^Daily limit reached\. 1 of 1 download used\./)
  await visit.expectNoFaults('a reached limit')
  await expectShownWithoutShop(visit, 'a reached limit')
})

it('only people who paid while plans were sold find payments', async () => {
  const newcomer = await testbed.visit({ path: '/favicon.svg' })
  await signUpAs(newcomer)
  await newcomer.page.goto(addressOf('/dashboard/billing'))
  await newcomer.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  const accountLinks = newcomer.page.getByRole('navigation', { name: 'Your account' })
  expect(await accountLinks.getByRole('link').allInnerTexts()).toEqual(['Profile', 'Downloads', 'Settings'])
  await newcomer.seeText(/^0 of 20$/)
  await newcomer.page.goto(addressOf('/dashboard/settings'))
  await newcomer.button('Delete account...').click()
  const dialog = newcomer.page.getByRole('dialog')
  await dialog.getByText('Files you have saved yourself').waitFor()
  expect(priceMentions(await dialog.innerText())).toEqual([])
  expect(await dialog.getByText(/plan|Payments/).count()).toBe(0)

  const payer = await testbed.visit({ path: '/favicon.svg' })
  await signInWith(payer, accountAnswers({ user: { subscription: 'lifetime' } }))
  await payer.page.goto(addressOf('/profile'))
  await payer.page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Billing' }).click()
  await payer.page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor()
  await payer.seeText('KERF-2026-000042')
  expect(await payer.page.getByRole('link', { name: /See all plans|Manage Subscription|Extend/ }).count()).toBe(0)
  await payer.expectNoFaults('billing where nothing is sold')
})
