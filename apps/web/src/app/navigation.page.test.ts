import { readCurrentUser, signOut } from '@kerf/contract/auth'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { scriptPanel } from '../testing/admin-panel.ts'
import { open } from '../testing/app.tsx'
import { exampleUser } from '../testing/examples/account-examples.ts'
import { button, heading, PHONE, see, seeNo, seePath, seeText, seeToast } from '../testing/screen.ts'
import { scriptAccount, scriptCall, scriptUser } from '../testing/scripted-server.ts'

const banner = page.getByRole('banner')
const link = (name: string): Locator => banner.getByRole('link', { name })
const linkField = page.getByRole('textbox', { name: 'Video link' })
const seeAddress = (address: string) => expect.poll(() => location.pathname + location.hash).toBe(address)

/** Waits until the page has scrolled to the beginning of this section. */
async function seeSection(id: string): Promise<void> {
  const isInSight = () => {
    const { top = Number.NaN } = document.getElementById(id)?.getBoundingClientRect() ?? {}
    return top > -2 && top < innerHeight
  }
  await expect.poll(isInSight).toBe(true)
}

it('the navigation takes a stranger to pricing, to the sections of the home page, to sign in and to sign up', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  await open('/terms')
  const follow = async (name: string) => {
    await button('Menu').click()
    await link(name).click()
  }
  // The page of the terms has no FAQ, so the link leads to the FAQ of the home page.
  await follow('FAQ')
  await seeAddress('/#faq')
  await seeSection('faq')
  // The pricing page has its own FAQ. The address changes before the page has loaded.
  await follow('Pricing')
  await see(heading('Every plan cuts exactly'))
  expect(location.pathname).toBe('/subscription')
  await follow('FAQ')
  await seeAddress('/subscription#faq')
  await seeSection('faq')
  await follow('Features')
  await seeAddress('/#features')
  await seeSection('features')
  await follow('Sign In')
  await seePath('/signin')
  await follow('Get Started')
  await seePath('/signup')
  await page.getByRole('link', { name: 'Kerf, home' }).first().click()
  await see(linkField)
})

describe.each([
  { screen: 'a phone', opener: 'Menu', role: 'link' },
  { screen: 'a desktop', opener: 'Account menu of Anna Example', role: 'menuitem' },
])('the navigation on $screen', ({ screen, opener, role }) => {
  it('shows a signed-in user by name, and leads to their own pages and to sign-out', async () => {
    if (screen === 'a phone') await page.viewport(PHONE.width, PHONE.height)
    scriptAccount({ downloads: [] })
    await open('/')
    await button(opener).click()
    const menu = screen === 'a phone' ? banner : page.getByRole('menu')
    await see(menu.getByText('anna@example.org'))
    for (const name of ['Profile', 'Billing/Subscription', 'Downloads/Jobs', 'Settings'])
      await see(menu.getByRole(role, { name }))
    expect(menu.getByText('Admin Panel').length).toBe(0)
    expect(link('Sign In').length).toBe(0)

    await menu.getByRole(role, { name: 'Downloads/Jobs' }).click()
    await seePath('/dashboard/jobs')

    const signOutAnswer = Promise.withResolvers<void>()
    scriptCall(signOut, () => signOutAnswer.promise as Promise<never>)
    await button(opener).click()
    await menu.getByText('Logout').click()
    await see(menu.getByText('Signing Out...'))
    signOutAnswer.resolve()
    await seePath('/')
    if (screen === 'a phone') await button('Menu').click()
    await see(link('Sign In'))
  })
})

describe('restricted pages', () => {
  async function seeRefusal(): Promise<void> {
    await open('/profile')
    await seeToast('Authentication Required', 'Please sign in to access your profile.')
    await seePath('/signin')
    expect(new URLSearchParams(location.search).get('then')).toBe('/profile')
  }

  it('such as the profile send a stranger to sign in', seeRefusal)

  it('such as the profile send a user to sign in after the server has ended the session', async () => {
    scriptUser(exampleUser())
    scriptCall(readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    await seeRefusal()
  })

  it('such as /admin explain themselves to a user who is no admin, and lead home', async () => {
    scriptUser(exampleUser())
    await open('/admin')
    await seeToast('Access Denied', 'You need admin privileges to access this page.')
    await seePath('/')
  })

  it('are in the menu of an admin', async () => {
    scriptPanel(exampleUser({ role: 'admin' }))
    await open('/')
    await button('Account menu of Anna Example').click()
    await page.getByRole('menuitem', { name: 'Admin Panel' }).click()
    await seePath('/admin')
    await see(heading('Admin Panel'))
  })

  it.each([
    ['/profile', 'Profile', 'Authentication Required. Please sign in to access your profile.'],
    ['/admin', 'Admin', 'Access Denied. You need admin privileges to access this page.'],
  ])('such as %s show the reason for one second before they redirect', async (path, name, reason) => {
    vi.useFakeTimers()
    await open(path)
    await vi.waitFor(() => expect(page.getByRole('main').getByText(/You need|Please sign in/).length).toBe(1))
    await seeText(reason, page.getByRole('main'))
    await see(heading(name))
    await vi.advanceTimersByTimeAsync(900)
    expect(location.pathname).toBe(path)
    await vi.advanceTimersByTimeAsync(200)
    await seePath('/signin')
    await seeNo(heading(name))
  })
})
