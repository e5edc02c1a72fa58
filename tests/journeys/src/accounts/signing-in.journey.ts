import { expect, it } from 'vitest'
import { newEmail, PASSWORD, signUpAs } from '../harness/account-holder.ts'
import { openTestbed } from '../harness/servers/testbed.ts'

const testbed = openTestbed({ youtube: false })

const address = (path: string): string => new URL(path, testbed.kerf.url).href

it('signing out in one tab signs out all tabs, and signing in does the same', async () => {
  const bert = await testbed.visit({ path: '/favicon.svg' })
  const { email } = await signUpAs(bert, { name: 'Bert Example', email: newEmail('bert') })
  const visit = await testbed.visit({ path: '/favicon.svg' })
  await signUpAs(visit)
  await visit.page.goto(address('/profile'))
  const secondTab = await visit.openTab(address('/terms'))
  await secondTab.button('Account menu of Anna Example').waitFor()
  await visit.button('Account menu of Anna Example').click()
  await visit.page.getByRole('menuitem', { name: 'Logout' }).click()
  await secondTab.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()

  await visit.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await visit.fill({ Email: email, Password: PASSWORD })
  await visit.button('Sign In').click()
  await secondTab.button('Account menu of Bert Example').waitFor()
})

it('a video stays unchanged when the page learns late who is signed in', async () => {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  await signUpAs(visit)
  const heldUserRequests = await visit.holdRequests((request) => request.url().endsWith('/api/auth/user'))
  await visit.goToSample()
  const heading = await visit.page.getByRole('heading', { level: 1 }).elementHandle()
  heldUserRequests.release()
  await visit.button('Account menu of Anna Example').waitFor()
  expect(await heading?.evaluate((element) => element === document.activeElement)).toBe(true)
})

it("signing up leads to the intended page, even by a link pressed before the page's code had loaded", async () => {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  visit.expectComplaint(/ERR_FAILED/)
  const code = /\/assets\/[^/]*\.js$/
  const signUpLink = visit.page.getByRole('main').getByRole('link', { name: 'Create an account', exact: true })
  await visit.context.route(code, (route) => route.abort())
  // `goto` is not used here, because it waits for the code.
  await visit.page.evaluate(() => location.assign('/signin?then=%2Fterms'))
  await signUpLink.waitFor()
  await visit.context.unroute(code)
  await signUpLink.click()
  await visit.fill({ Name: 'Anna Example', Email: newEmail(), Password: PASSWORD })
  await visit.button('Create Account').click()
  await visit.page.getByRole('heading', { level: 1, name: 'Terms of Service', exact: true }).waitFor()
  expect(visit.path).toBe('/terms')
})
