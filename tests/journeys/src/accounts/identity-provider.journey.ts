import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import { expect, it } from 'vitest'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { findAccessibilityFaults } from '../harness/find-accessibility-faults.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false, oidc: true, environment: { LOCAL_PASSWORDS: 'off' } })

/** The provider's page asks for a font, which nobody needs. */
async function visitWithoutFonts(options: Parameters<typeof stage.visit>[0]): Promise<Visit> {
  const visit = await stage.visit(options)
  await visit.answer('https://fonts.googleapis.com/**', () => ({ body: '', contentType: 'text/css' }))
  return visit
}

/** On the provider's own page. */
async function signInThere({ page }: Visit, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

// First of all: whoever has answered half a minute ago is believed to answer still.
it('whoever cancels at the provider, or finds it down, reads why on the sign-in page and can try again', async () => {
  const visit = await visitWithoutFonts({ screen: DESKTOP, path: '/signin' })
  stage.oidc.setDown(true)
  visit.expectComplaint(/503/)
  visit.expectComplaint(/403 \(Forbidden\) .*callback/)
  await visit.button('Continue with Example ID').click()
  await visit.seeText(/The identity provider is not answering/)
  stage.oidc.setDown(false)
  await visit.button('Continue with Example ID').click()
  await visit.page.getByRole('link', { name: /cancel/i }).click()
  await visit.seeText(/Your identity provider did not sign you in/)
  expect(visit.path).toBe('/signin')
  await visit.button('Continue with Example ID').click()
  await signInThere(visit, 'bert')
  await visit.seeToast('Signed in successfully!')
})

it('somebody signs in at the provider, sets up a second factor, and deletes the account', async () => {
  const visit = await visitWithoutFonts({ screen: PHONE })
  await visit.page.goto(new URL('/signup?then=%2Fdashboard%2Fjobs', stage.kerf.url).href)
  await expect.poll(() => visit.path, PATIENTLY).toBe('/signin')
  await visit.button('Continue with Example ID').waitFor()
  expect(await visit.page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(await findAccessibilityFaults(visit.page)).toEqual([])
  await visit.button('Continue with Example ID').click()
  await signInThere(visit, 'anna')
  await visit.seeToast('Signed in successfully!')
  await expect.poll(() => visit.path, PATIENTLY).toBe('/dashboard/jobs')

  // What confirms changes is the sign-in that just was.
  await visit.page.goto(new URL('/dashboard/settings', stage.kerf.url).href)
  await visit.seeText(/You sign in with Example ID/)
  expect(await findAccessibilityFaults(visit.page)).toEqual([])
  await visit.button('Set up two-factor authentication').click()
  const secret = (await visit.page.locator('.second-factor-secret').textContent()) ?? ''
  await visit.field('Code from your app').fill(codeShownBy(secret))
  await visit.button('Turn on').click()
  await visit.seeText(/You sign in with a code from your app/)

  // Asked again who it is, with the code as well.
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
