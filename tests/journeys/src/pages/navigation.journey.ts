import { readCurrentUser, signOut } from '@kerf/contract/auth'
import { describe, expect, it as itInBoth } from 'vitest'
import { scriptPanel } from '../harness/admin-panel.ts'
import { it, ONE_OF_BOTH_SCREENS } from '../harness/at-length.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { scriptAccount } from '../harness/servers/script-account.ts'
import { exampleUser, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const address = (visit: Visit) => visit.path + new URL(visit.page.url()).hash
const link = (visit: Visit, name: string) => visit.page.getByRole('banner').getByRole('link', { name, exact: true })

it('the navigation takes a stranger to pricing, to the sections of the home page, to sign in and to sign up', async () => {
  const visit = await stage.visit({ screen: PHONE, path: '/terms' })
  // The terms have no FAQ, so the link leads to that of the home page.
  await visit.button('Menu').click()
  await link(visit, 'FAQ').click()
  await expect.poll(() => address(visit), PATIENTLY).toBe('/#faq')
  await visit.seeSection('faq')
  // The pricing page has its own FAQ. The address changes before the page has loaded.
  await visit.button('Menu').click()
  await link(visit, 'Pricing').click()
  await visit.page.getByRole('heading', { level: 1, name: 'Every plan cuts exactly' }).waitFor()
  expect(visit.path).toBe('/subscription')
  await visit.button('Menu').click()
  await link(visit, 'FAQ').click()
  await expect.poll(() => address(visit), PATIENTLY).toBe('/subscription#faq')
  await visit.seeSection('faq')
  await visit.button('Menu').click()
  await link(visit, 'Features').click()
  await expect.poll(() => address(visit), PATIENTLY).toBe('/#features')
  await visit.seeSection('features')
  await visit.button('Menu').click()
  await link(visit, 'Sign In').click()
  await expect.poll(() => visit.path, PATIENTLY).toBe('/signin')
  await visit.button('Menu').click()
  await link(visit, 'Get Started').click()
  await expect.poll(() => visit.path, PATIENTLY).toBe('/signup')
  await visit.page.getByRole('link', { name: 'Kerf, home' }).first().click()
  await visit.linkField.waitFor()
})

it('addresses that people guess lead on to the page they mean', async () => {
  const visit = await stage.visit({ path: '/pricing' })
  expect(visit.path).toBe('/subscription')
})

describe.each(ONE_OF_BOTH_SCREENS)('the navigation on $name', ({ screen }) => {
  itInBoth('shows a signed-in user by name, and leads to their own pages and to sign-out', async () => {
    const visit = await stage.visit({ screen, path: '/favicon.svg' })
    await scriptAccount(visit, { downloads: [] })
    await visit.page.goto(stage.kerf.url)
    const banner = visit.page.getByRole('banner')
    const opener = screen === PHONE ? 'Menu' : 'Account menu of Anna Example'
    const role = screen === PHONE ? 'link' : 'menuitem'
    const places = ['Profile', 'Billing/Subscription', 'Downloads/Jobs', 'Settings']
    await visit.button(opener).click()
    const menu = screen === PHONE ? banner : visit.page.getByRole('menu')
    await menu.getByText('anna@example.org').waitFor()
    for (const place of places) await menu.getByRole(role, { name: place, exact: true }).waitFor()
    expect(await menu.getByText('Admin Panel').count()).toBe(0)
    expect(await link(visit, 'Sign In').count()).toBe(0)

    await menu.getByRole(role, { name: 'Downloads/Jobs', exact: true }).click()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/dashboard/jobs')

    const signOutAnswer = Promise.withResolvers<void>()
    await scriptCall(visit, signOut, () => signOutAnswer.promise as Promise<never>)
    await visit.button(opener).click()
    await menu.getByText('Logout').click()
    await menu.getByText('Signing Out...').waitFor()
    signOutAnswer.resolve()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/')
    if (screen === PHONE) await visit.button('Menu').click()
    await link(visit, 'Sign In').waitFor()
  })
})

describe('restricted pages', () => {
  it('such as the profile send a stranger to sign in, also after the server has ended the session', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const seeRefusal = async () => {
      await visit.page.goto(new URL('/profile', stage.kerf.url).href)
      await visit.seeToast('Authentication Required', 'Please sign in to access your profile.')
      await expect.poll(() => visit.path, PATIENTLY).toBe('/signin')
      expect(new URL(visit.page.url()).searchParams.get('then')).toBe('/profile')
    }
    await seeRefusal()
    await signedInAs(visit, exampleUser())
    await scriptCall(visit, readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    visit.expectComplaint(/401.*\/api\/auth\/user/)
    await seeRefusal()
  })

  it('such as /admin show a user who is no admin the reason and lead home', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await signedInAs(visit, exampleUser())
    await visit.page.goto(new URL('/admin', stage.kerf.url).href)
    await visit.seeToast('Access Denied', 'You need admin privileges to access this page.')
    await expect.poll(() => visit.path, PATIENTLY).toBe('/')
  })

  it('are in the menu of an admin', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await scriptPanel(visit, exampleUser({ role: 'admin' }))
    await visit.page.goto(stage.kerf.url)
    await visit.button('Account menu of Anna Example').click()
    await visit.page.getByRole('menuitem', { name: 'Admin Panel', exact: true }).click()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/admin')
    await visit.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor()
  })
})
