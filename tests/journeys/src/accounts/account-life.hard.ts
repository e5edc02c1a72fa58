import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import { firstLinkIn } from '@kerf/standins/mail/start-mail-server'
import { expect, it } from 'vitest'
import { newEmail } from '../harness/account-holder.ts'
import { PHONE } from '../harness/browser.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false, mail: true })

const PASSWORD = 'a strip of film'
const SECOND_PASSWORD = 'another strip of video'
const THIRD_PASSWORD = 'the last strip of video'
const SAMPLE = 'One day outside, in six shots'

async function goToPage(visit: Visit, path: string): Promise<void> {
  await visit.page.goto(new URL(path, testbed.kerf.url).href)
}

async function signUp(visit: Visit, email: string): Promise<void> {
  if (visit.path !== '/signup') await goToPage(visit, '/signup')
  await visit.fill({ Name: 'Anna Example', Email: email, Password: PASSWORD })
  await visit.button('Create Account').click()
  await visit.seeToast('Account created successfully!')
  await expect.poll(() => visit.path).toBe('/')
}

async function expectNoSignIn(visit: Visit, email: string, password: string): Promise<void> {
  const address = new URL('/api/auth/signin', testbed.kerf.url).href
  expect((await visit.context.request.post(address, { data: { email, password } })).status()).toBe(401)
}

async function signIn(visit: Visit, email: string, password: string): Promise<void> {
  if (visit.path !== '/signin') await goToPage(visit, '/signin')
  await visit.fill({ Email: email, Password: password })
  await visit.button('Sign In').click()
}

async function seeSignedIn(visit: Visit): Promise<void> {
  await visit.seeToast('Signed in successfully!')
  await expect.poll(() => visit.path).toBe('/')
}

/** Follows the link of the email in the same browser, as a mail program would. */
async function followEmail(visit: Visit, email: string, subject: string): Promise<void> {
  await visit.page.goto(firstLinkIn(await testbed.mail.waitForEmail(email, subject)))
}

// `npm test` covers each of these pages in its own journey, and the server in tests of the use cases.
it('an account works from a stranger’s first clip to its last email', async () => {
  const email = newEmail()
  const visit = await testbed.visit({ screen: PHONE })

  // A stranger cuts a clip.
  await visit.openSample()
  await visit.typeRange('0:10', '0:12')
  await visit.optionButton('360p', /^Download/).click()
  await visit.optionButton('360p', /^Download \(/).waitFor()

  // The stranger signs up, which leads back to the video, and confirms the email.
  await visit.page.getByRole('link', { name: 'Sign Up Free' }).click()
  await expect.poll(() => visit.path).toBe('/signup')
  await signUp(visit, email)
  await visit.seeVideo(SAMPLE)
  expect(await visit.readRange()).toEqual([10, 12])
  await followEmail(visit, email, 'Confirm')
  await visit.seeText(`${email} is confirmed.`)
  expect(visit.page.url()).not.toContain('token')
  await testbed.mail.waitForEmail(email, 'Welcome')

  // The stranger's clips belong to the new account.
  await goToPage(visit, '/dashboard/jobs')
  const job = visit.page.getByRole('listitem', { name: `${SAMPLE}, 360p`, exact: true })
  expect((await visit.saveBy(job.getByRole('button', { name: /^Download/ }))).name).toBe('kerf_360p.mp4')

  // The user forgets the password and sets another one.
  await visit.context.clearCookies()
  await goToPage(visit, '/forgot-password')
  await visit.fill({ Email: email })
  await visit.button('Send Reset Link').click()
  await visit.seeToast('Reset Link Sent', 'If the email exists, a reset link has been sent to your inbox.')
  await followEmail(visit, email, 'password')
  await visit.fill({ 'New password': SECOND_PASSWORD, 'Confirm new password': SECOND_PASSWORD })
  await visit.button('Set New Password').click()
  await expect.poll(() => visit.path).toBe('/signin')
  await testbed.mail.waitForEmail(email, 'password')
  await expectNoSignIn(visit, email, PASSWORD)
  await signIn(visit, email, SECOND_PASSWORD)
  await seeSignedIn(visit)

  // The user changes the name, the password and the email.
  await goToPage(visit, '/dashboard/settings')
  await visit.field('Full name').fill('Anna Sample')
  await visit.button('Save name').click()
  await visit.seeToast('Profile Updated')
  await visit.fill({
    'Current password': SECOND_PASSWORD,
    'New password': THIRD_PASSWORD,
    'Confirm new password': THIRD_PASSWORD,
  })
  await visit.button('Change password').click()
  await visit.seeToast('Password Changed')
  await testbed.mail.waitForEmail(email, 'password')
  const secondEmail = newEmail('anna.sample')
  await visit.fill({ 'New email': secondEmail, Password: THIRD_PASSWORD })
  await visit.button('Change email').click()
  await visit.seeToast('Check Your Email')
  await followEmail(visit, secondEmail, '')
  await visit.seeText(`Your email is now ${secondEmail}.`)
  await testbed.mail.waitForEmail(email, '')

  // The user sets up a second factor and signs in with it.
  await goToPage(visit, '/dashboard/settings')
  await visit.field('Your password').fill(THIRD_PASSWORD)
  await visit.button('Set up two-factor authentication').click()
  const secret = visit.region('Two-factor authentication').getByText(/^(?:[A-Z2-7]{4} ?){8,}/)
  await visit.field('Code from your app').fill(codeShownBy((await secret.textContent()) ?? ''))
  const secretText = (await secret.textContent()) ?? ''
  await visit.button('Turn on').click()
  await visit.seeToast('Two-Factor Authentication On')
  await visit.context.clearCookies()
  visit.expectComplaint(/401.*signin/)
  await signIn(visit, secondEmail, THIRD_PASSWORD)
  await visit.field('Code from your app').fill(codeShownBy(secretText, 1))
  await visit.button('Sign In').click()
  await seeSignedIn(visit)

  // The user exports all stored data as a file.
  await goToPage(visit, '/dashboard/settings')
  const file = await visit.saveBy(visit.button('Export my data'))
  expect(file.name).toMatch(/^kerf_export_\d{4}-\d\d-\d\d\.json$/)
  const exportText = (await file.bytes()).toString()
  expect(JSON.parse(exportText)).toMatchObject({ account: { email: secondEmail, name: 'Anna Sample' } })
  expect(exportText).toContain(SAMPLE)

  // The user deletes the account.
  await visit.button('Delete account...').click()
  const dialog = visit.page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.locator('input').fill(THIRD_PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await visit.seeToast('Account Deleted')
  await expect.poll(() => visit.path).toBe('/')
  await testbed.mail.waitForEmail(secondEmail, '')
  await expectNoSignIn(visit, secondEmail, THIRD_PASSWORD)
})

it("an account's emails come in the language of the page", async () => {
  const email = newEmail('jan')
  const visit = await testbed.visit({ path: '/signup?lang=de' })
  await visit.fill({ Name: 'Jan Beispiel', 'E-Mail': email, Passwort: PASSWORD })
  await visit.page.getByRole('main').getByRole('button', { name: 'Konto anlegen' }).click()
  const message = await testbed.mail.waitForEmail(email)
  expect(message.subject).toBe('Bestätige deine E-Mail-Adresse')
  await visit.page.goto(firstLinkIn(message))
  await visit.page.getByRole('main').getByText(email).waitFor()
  expect(await visit.page.locator('html').getAttribute('lang')).toBe('de')
})

it('the newsletter starts once its email is confirmed, and ends by one of its links', async () => {
  const email = newEmail('reader')
  const visit = await testbed.visit({ path: '/contact' })
  await visit.field('Email for the newsletter').fill(email)
  await visit.button('Subscribe').click()
  const message = await testbed.mail.waitForEmail(email)
  await visit.page.goto(firstLinkIn(message))
  await visit.seeText('You are subscribed')
  await testbed.mail.waitForEmail('kerf@localhost', 'new newsletter subscriber')
  const [, unsubscribeUrl = ''] = /<([^>]+)>/.exec(message.headers.get('list-unsubscribe') ?? '') ?? []
  await visit.page.goto(unsubscribeUrl)
  await visit.seeText('You are unsubscribed')
})
