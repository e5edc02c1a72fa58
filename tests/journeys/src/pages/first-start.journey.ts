import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@kerf/messages/languages'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { expectGoodLooks, isFullRun } from '../harness/at-length.ts'
import { expectServedWithoutShop, expectShownWithoutShop, priceMentions } from '../harness/price-mentions.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const SETUP_LINK = /^ {2}(http:\/\/\S+\/setup#token=\S+)$/m
const PASSWORD = 'a strip of film'

// This server is empty and only for this file: the shared server may already have an admin.
const testbed = openTestbed({ youtube: false, environment: {} })

const seeHeading = (visit: Visit, name: string) =>
  visit.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

it("a family's server goes from nothing to an invited person's first clip without a price on any screen", async () => {
  const link = SETUP_LINK.exec(testbed.ownKerf.output())?.[1] ?? ''
  const admin = await testbed.visit({ path: '/favicon.svg' })
  await admin.page.goto(link)
  await seeHeading(admin, 'Set up')
  expect(new URL(admin.page.url()).hash).toBe('')
  await expectGoodLooks(admin, 'the first admin')
  // The form still works after a reload.
  await admin.page.reload()
  await admin.fill({ Name: 'Operator', Email: 'operator@example.org', Password: PASSWORD })
  await admin.button('Create Admin').dblclick()

  await seeHeading(admin, 'Basic settings')
  await admin.seeText(/^Emails are written as files to .*outbox/)
  await admin.seeText(/^Your browser uses http:\/\/127\.0\.0\.1:\d+\. PUBLIC_URL is not set\./)
  const sale = admin.page.getByRole('group', { name: 'What is sold' })
  expect(await sale.getByRole('radio', { name: /^Nothing/ }).isChecked()).toBe(true)
  // A choice that is skipped sells nothing, too.
  await expectServedWithoutShop(admin, '/')
  await expectGoodLooks(admin, 'five choices')
  await admin.button('Send me a test').click()
  await admin.seeToast('Test email on its way', /^It goes to operator@example\.org, through .*outbox\.$/)
  await admin.page.getByRole('radio', { name: /^Invited people/ }).check()
  await admin.page.getByRole('checkbox', { name: 'Direct links to media files' }).check()
  await admin.button('Save and Continue').click()

  const invitations = admin.region('Invitations')
  await invitations.getByText('There are no open invitations.').waitFor()
  await admin.button('Create invitation').dblclick()
  const invitation = await admin.field('Invitation link').inputValue()
  await invitations.getByRole('row', { name: /^Anybody with the link by Operator/ }).waitFor()
  await expectGoodLooks(admin, 'invitations')
  // The pages that this tab opens follow the choice at once.
  await expectShownWithoutShop(admin, 'the panel after the choice')
  await admin.page.getByRole('link', { name: 'Kerf, home' }).first().click()
  await admin.linkField.waitFor()
  await expectShownWithoutShop(admin, 'the home page after the choice')

  const guest = await testbed.visit()
  await guest.seeText('Videos can only be cut here by people with an account. Accounts are by invitation only.')
  await expectGoodLooks(guest, 'the home page for strangers')
  // A stranger cannot cut anything on this server, so no page offers it.
  for (const offer of [
    guest.linkField,
    guest.button('Process'),
    guest.button('Try the sample'),
    guest.page.locator('.try-sample'),
  ])
    expect(await offer.isVisible()).toBe(false)
  guest.expectComplaint(/401.*process/)
  await guest.page.goto(new URL('/?url=kerf:sample', testbed.kerf.url).href)
  await guest.seeToast('Error', 'This server is only for people with an account. Please sign in.')
  await guest.page.goto(new URL('/signin', testbed.kerf.url).href)
  await guest.field('Password').waitFor()
  expect(await guest.page.getByRole('main').getByRole('link', { name: 'Create' }).isVisible()).toBe(false)
  await guest.page.goto(new URL('/', testbed.kerf.url).href)
  await guest.page.getByRole('link', { name: 'Ask the people who run this server for an invitation' }).click()
  await seeHeading(guest, 'Contact')
  await guest.page.goto(new URL('/terms', testbed.kerf.url).href)
  expect(await guest.page.getByText('You need no account to cut a video.').isVisible()).toBe(false)
  await guest.page.goto(invitation)
  await guest.seeText('You are invited. Create your account here.')
  await expectGoodLooks(guest, 'signing up with an invitation')
  await guest.fill({ Name: 'Grandma', Email: 'grandma@example.org', Password: PASSWORD })
  await guest.button('Create Account').dblclick()
  await guest.seeToast('Account created successfully!')
  await guest.openSample()
  expect(await guest.page.getByText('LOCKED').count()).toBe(0)
  await guest.typeRange('0:21', '0:22')
  await guest.optionButton('1080p (HD)', 'Download').click()
  await guest.optionButton('1080p (HD)', /^Download \(/).waitFor()
  const clip = await guest.save('1080p (HD)')
  const file = join(temporaryDirectory(), clip.name)
  await writeFile(file, clip.bytes)
  const { video, frames } = await decodeMedia(file, { ignoreEditLists: false, onAudio: () => undefined })
  expect([clip.name, video?.height, frames]).toEqual(['kerf_1080p_hd.mp4', 1080, 30])
  await expectShownWithoutShop(guest, 'the first clip')

  const thirdVisit = await testbed.visit({ path: '/signup' })
  await seeHeading(thirdVisit, 'By invitation only')
  await expectGoodLooks(thirdVisit, 'signing up without an invitation')
  await thirdVisit.page.goto('about:blank')
  await thirdVisit.page.goto(invitation)
  await seeHeading(thirdVisit, 'This invitation does not work')
  await thirdVisit.seeText(/^It has been used\./)

  // The printed link works only once.
  await thirdVisit.page.goto('about:blank')
  await thirdVisit.page.goto(link)
  thirdVisit.expectComplaint(/400.*setup/)
  await thirdVisit.fill({ Name: 'Third', Email: 'third@example.org', Password: PASSWORD })
  await thirdVisit.button('Create Admin').click()
  await seeHeading(thirdVisit, 'This link is no longer valid')

  await expectNoPrices(guest, ['/profile', '/dashboard/jobs', '/dashboard/settings', '/batch'])
  await expectNoPrices(admin, [...ADMIN_TABS.map((tab) => `/admin?tab=${tab}`), '/setup', '/profile'])
  await expectNoPricesForStrangers()
})

const ADMIN_TABS = ['users', 'jobs', 'settings', 'contact', 'newsletter', 'notices', 'audit']
/** Pages of strangers that the sitemap does not list. */
const UNLISTED_PATHS = ['/signin', '/signup', '/forgot-password', '/reset-password', '/batch', '/nothing-here']

/** Looks for prices in pages, as they are served and as they are shown. */
async function expectNoPrices(visit: Visit, paths: readonly string[], language?: Language): Promise<void> {
  for (const path of paths) {
    await expectServedWithoutShop(visit, path, language)
    await visit.page.goto(new URL(path, testbed.kerf.url).href)
    await expectShownWithoutShop(visit, path, language)
  }
}

/** Looks for prices in every page that strangers may see, in every language. */
async function expectNoPricesForStrangers(): Promise<void> {
  const stranger = await testbed.visit()
  stranger.tolerateComplaint(/404.*nothing-here/)
  // Several links at once need an account here.
  stranger.tolerateComplaint(/401.*quota/)
  const { request } = stranger.context
  const sitemap = await (await request.get(new URL('/sitemap.xml', testbed.kerf.url).href)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!))
  const listedPaths = paths
    .filter(({ searchParams }) => searchParams.get('lang') === 'en')
    .map(({ pathname }) => pathname)
  expect(listedPaths).toEqual([
    '/',
    '/terms',
    '/privacy',
    '/contact',
    '/device',
    '/tools',
    '/api',
    '/changelog',
    '/dmca',
  ])
  for (const language of LANGUAGES) {
    const addresses = [...listedPaths, ...UNLISTED_PATHS].map((path) => `${path}?lang=${language}`)
    for (const address of addresses) await expectServedWithoutShop(stranger, address, language)
    const isShownInBrief = language !== 'en' && !isFullRun
    await expectNoPrices(stranger, isShownInBrief ? [addresses[0]!] : addresses, language)
  }
  expect((await request.get(new URL('/subscription', testbed.kerf.url).href)).status()).toBe(404)
  const openapi = await (await request.get(new URL('/api/openapi.json', testbed.kerf.url).href)).text()
  expect(priceMentions(openapi)).toEqual([])
}
