import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import { expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { findAccessibilityFaults } from '../harness/find-accessibility-faults.ts'
import { signInThere, visitWithoutFonts } from '../harness/identity-provider.ts'
import { openTestbed } from '../harness/servers/testbed.ts'

const testbed = openTestbed({
  youtube: false,
  oidc: true,
  environment: { LOCAL_PASSWORDS: 'off', OIDC_ADMIN_GROUP: 'admins' },
})

// This journey runs first: for half a minute after an answer, the server assumes that the provider is up.
it('a person who cancels at the provider, or finds it down, reads why and can try again', async () => {
  const visit = await visitWithoutFonts(testbed, { screen: DESKTOP, path: '/signin' })
  await visit.button('Continue with Example ID').waitFor()
  expect(await visit.page.getByLabel('Password', { exact: true }).count()).toBe(0)
  testbed.oidc.setDown(true)
  visit.expectComplaint(/503/)
  visit.expectComplaint(/403 \(Forbidden\) .*callback/)
  await visit.button('Continue with Example ID').click()
  await visit.seeText(/The identity provider is not answering/)
  testbed.oidc.setDown(false)
  await visit.button('Continue with Example ID').click()
  await visit.page.getByRole('link', { name: /cancel/i }).click()
  await visit.seeText(/Your identity provider did not sign you in/)
  expect(visit.path).toBe('/signin')
  await visit.button('Continue with Example ID').click()
  await signInThere(visit, 'bert')
  await visit.seeToast('Signed in successfully!')
})

it('a person invited to a Kerf without passwords signs in at the provider, and has the plan', async () => {
  testbed.oidc.setClaims('chief', { groups: ['admins'] })
  const chief = await visitWithoutFonts(testbed, { screen: DESKTOP, path: '/signin?then=%2Fadmin' })
  await chief.button('Continue with Example ID').click()
  await signInThere(chief, 'chief')
  await chief.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor()
  await chief.region('Invitations').getByLabel('Plan').selectOption('lifetime')
  await chief.button('Create invitation').click()
  const link = await chief.field('Invitation link').inputValue()

  const visit = await visitWithoutFonts(testbed, { screen: PHONE, path: '/favicon.svg' })
  await visit.page.goto(link)
  await visit.seeText('You are invited. Your account comes with Lifetime Access.')
  expect(await visit.page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(await findAccessibilityFaults(visit.page)).toEqual([])
  await visit.button('Continue with Example ID').click()
  await signInThere(visit, 'clara')
  await visit.seeToast('Signed in successfully!')
  await visit.page.goto(new URL('/dashboard', testbed.kerf.url).href)
  await visit.seeText('Lifetime Access')
})

// oidc.test.ts covers the same through the calls of the page.
itAtLength('a person signs in at the provider, sets up a second factor, and deletes the account', async () => {
  const visit = await visitWithoutFonts(testbed, { screen: PHONE })
  await visit.page.goto(new URL('/signup?then=%2Fdashboard%2Fjobs', testbed.kerf.url).href)
  await expect.poll(() => visit.path, PATIENTLY).toBe('/signin')
  await visit.button('Continue with Example ID').waitFor()
  expect(await visit.page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(await findAccessibilityFaults(visit.page)).toEqual([])
  await visit.button('Continue with Example ID').click()
  await signInThere(visit, 'anna')
  await visit.seeToast('Signed in successfully!')
  await expect.poll(() => visit.path, PATIENTLY).toBe('/dashboard/jobs')

  // The recent sign-in confirms changes.
  await visit.page.goto(new URL('/dashboard/settings', testbed.kerf.url).href)
  await visit.seeText(/You sign in with Example ID/)
  expect(await findAccessibilityFaults(visit.page)).toEqual([])
  await visit.button('Set up two-factor authentication').click()
  const secret = (await visit.page.locator('.second-factor-secret').textContent()) ?? ''
  await visit.field('Code from your app').fill(codeShownBy(secret))
  await visit.button('Turn on').click()
  await visit.seeText(/You sign in with a code from your app/)

  // The user signs in again, now with the code as well.
  await visit.button('Sign in with Example ID again').click()
  await signInThere(visit, 'anna')
  await visit.field('Code from your app').waitFor()
  expect(await findAccessibilityFaults(visit.page)).toEqual([])
  expect(visit.page.url()).not.toContain('code=')
  await visit.field('Code from your app').fill(codeShownBy(secret, 1))
  await visit.button('Sign In').click()
  await expect.poll(() => visit.path, PATIENTLY).toBe('/dashboard/settings')
  await visit.button('Delete account...').click()
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await visit.seeToast('Account Deleted')
})
