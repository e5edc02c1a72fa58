import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { STORED_VALUES } from '@kerf/domain/site/browser-storage'
import { COOKIES } from '@kerf/domain/site/cookies'
import { expect, it } from 'vitest'
import { PAGES } from '../../../../apps/web/src/data/navigation/pages.ts'
import { signUpAs } from '../harness/account-holder.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { chooseSnap } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false })

const CHANGELOG = readFileSync(join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8')

const heading = (visit: Visit, level: number) => visit.page.getByRole('main').getByRole('heading', { level })
const contents = (visit: Visit, name = 'On this page') => visit.page.getByRole('navigation', { name })

it('every page comes from the server without a console error, public ones with their title', async () => {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  const openDocument = async (path: string) => {
    await visit.page.goto(new URL(path, testbed.kerf.url).href)
    await heading(visit, 1).waitFor()
  }
  for (const page of Object.values(PAGES).filter((candidate) => !('needs' in candidate))) {
    await openDocument(page.path)
    const title = await visit.page.title()
    expect(title, page.path).toMatch(/Kerf/)
    expect(await (await visit.page.request.get(visit.page.url())).text()).toContain(`<title>${title}</title>`)
  }
  await signUpAs(visit)
  // buying.journey.ts shows a receipt, and first-start.journey.ts the panel.
  for (const { path } of [PAGES.profile, PAGES.billing, PAGES.jobs, PAGES.settings]) {
    await openDocument(path)
    await visit.button('Account menu of Anna Example').waitFor()
    expect(visit.path).toBe(path)
  }
})

it('pages behind mailed links can be fetched by mail scanners, and no search engine lists them', async () => {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  for (const path of ['/confirm-email', '/confirm-newsletter', '/end-newsletter']) {
    const answer = await visit.page.request.get(new URL(`${path}?token=t`, testbed.kerf.url).href)
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain('<meta name="robots" content="noindex')
  }
})

it('guessed addresses redirect to the intended page', async () => {
  const visit = await testbed.visit({ path: '/pricing' })
  expect(visit.path).toBe('/subscription')
})

it('the Terms of Service are six sections with the current prices and limits, each with an address', async () => {
  const visit = await testbed.visit({ path: '/terms' })
  await heading(visit, 1).filter({ hasText: 'Terms of Service' }).waitFor()
  expect(await visit.page.title()).toBe('Terms of Service | Kerf')
  const titles = [
    'Acceptable use',
    'Only what you may download',
    'Accounts',
    'Plans and payment',
    'Availability and liability',
    'Changes and contact',
  ]
  expect(await heading(visit, 2).allTextContents()).toEqual(titles)
  const text = await visit.page.getByRole('main').innerText()
  for (const fact of [
    '$4.99',
    '$49.99',
    '$199',
    '3 downloads a day and 10 a month',
    '24 hours',
    '1 December 2026',
    'Free and Pro are for personal use.',
    'Lifetime Access includes commercial use.',
  ]) {
    expect(text).toContain(fact)
  }
  expect(text).not.toMatch(/[{}]/)

  await contents(visit).getByRole('link', { name: 'Plans and payment' }).click()
  await visit.page.waitForURL('**/terms#plans-and-payment')
  await visit.seeSection('plans-and-payment')
  await visit.page.getByRole('main').getByRole('link', { name: 'Contact', exact: true }).click()
  await visit.page.waitForURL('**/contact')
})

it('the Privacy Policy lists stored data, times and recipients, and reading pages stores and requests nothing', async () => {
  const visit = await testbed.visit({ path: '/privacy' })
  await heading(visit, 1).filter({ hasText: 'Privacy Policy' }).waitFor()
  const main = visit.page.getByRole('main')
  for (const title of ['Without an account', 'With an account', 'Who else sees what', 'How to delete it']) {
    await main.getByRole('heading', { level: 2, name: title }).waitFor()
  }
  const text = await main.innerText()
  for (const fact of [
    'kerf_viewer is set, for 400 days',
    ...Object.values(COOKIES),
    ...Object.keys(STORED_VALUES).map((name) => `kerf:${name}`),
    'identity provider',
    'invitation',
    'for 90 days at most',
    'kerf:device',
    'never leaves the device',
    'youtube-nocookie.com',
    'PayPal',
  ]) {
    expect(text).toContain(fact)
  }

  // The policy is true for a visitor who only looks around.
  await visit.page.goto(new URL('/', testbed.kerf.url).href)
  await visit.linkField.waitFor()
  expect((await visit.context.cookies()).map(({ name }) => name)).toEqual([])
  const storedCount = await visit.page.evaluate(() => localStorage.length + sessionStorage.length)
  expect(storedCount).toBe(0)
  const hosts = new Set(visit.requestedUrls.map((url) => new URL(url).host))
  expect([...hosts]).toEqual([new URL(testbed.kerf.url).host])
})

it('a browser stores nothing that the Privacy Policy does not list, even after a clip and a sign-up', async () => {
  const visit = await testbed.visit()
  const { page, context } = visit
  const storedNames = new Set<string>()
  const collectNames = async (): Promise<void> => {
    for (const { name } of await context.cookies()) storedNames.add(name.replace(/^__Host-/, ''))
    const keys = await page.evaluate(async () => [
      ...[localStorage, sessionStorage].flatMap((area) => Object.keys(area)),
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ])
    for (const key of keys) storedNames.add(key.split(':').slice(0, 2).join(':'))
  }
  await visit.linkField.fill('https://youtu.be/')
  await collectNames()
  await visit.openSample()
  await visit.typeRange('0:10.000', '0:13.000')
  await chooseSnap(visit, 'Seconds')
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!')
  await collectNames()
  await signUpAs(visit)
  await page.goto(new URL('/privacy?lang=de', testbed.kerf.url).href)
  await page.goto(new URL('/privacy?lang=en', testbed.kerf.url).href)
  await collectNames()
  expect([...storedNames].sort()).toEqual(
    expect.arrayContaining(['kerf:link', 'kerf:snap', 'kerf:video', 'kerf_session', 'kerf_viewer']),
  )
  const rows = await page.getByRole('main').locator('dt').allTextContents()
  expect([...storedNames].filter((name) => !rows.includes(name))).toEqual([])
})

it('the API reference has every call, with parameters, body, answers, errors, and examples to copy', async () => {
  const visit = await testbed.visit({ path: '/api' })
  await heading(visit, 1).filter({ hasText: 'API' }).waitFor()
  expect(await visit.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)
  const calls = visit.page.locator('article h3')
  const endpointNames = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort()
  expect((await calls.allTextContents()).sort()).toEqual(endpointNames)
  expect(await calls.filter({ visible: true }).count()).toBe(
    endpointNames.filter((call) => call.includes(' /api/video/')).length,
  )

  // A search also finds folded calls, and unfolds its matches.
  const search = visit.page.getByRole('searchbox', { name: 'Search the calls, fields and errors' })
  await search.fill('no such thing')
  await visit.seeText('No calls')
  await search.fill('RANGE invalid_trim')
  const trim = visit.page.getByRole('article', { name: 'PUT /api/video/{id}/trim', exact: true })
  await trim.waitFor()
  await visit.page.getByRole('article', { name: 'POST /api/batch', exact: true }).waitFor()
  expect(await calls.filter({ visible: true }).count()).toBeLessThan(8)
  await search.fill('')

  await trim.getByRole('heading').click()
  await trim.getByText('startTime', { exact: true }).first().waitFor()
  await trim.getByText('Errors').click()
  await trim.getByText('invalid_trim', { exact: true }).waitFor()
  await trim.getByText('Start and end must be inside the video and at least one second apart.').waitFor()
  await trim.getByText('Response 200').click()
  await trim.getByText('options[].approxSize', { exact: true }).waitFor()
  await trim.getByRole('link', { name: 'Link to this call' }).click()
  await visit.page.waitForURL('**/api#put-api-video-id-trim')

  // Examples to copy contain the address of this server. A link leads to the machine-readable document.
  await visit.button('Copy: Server address').click()
  await visit.seeToast('Copied')
  const clipboard = () => visit.page.evaluate(() => navigator.clipboard.readText())
  expect(await clipboard()).toBe(`KERF=${testbed.kerf.url}`)
  // The settings link here for users with an API key.
  await visit.button('Copy: A clip in two calls').click()
  await expect
    .poll(clipboard, PATIENTLY)
    .toMatch(/Bearer \$KEY.*\n.*\ncurl -fOJ "\$KERF\/api\/download\/\$ID\/file\?wait=50"/)
  await visit.page.getByRole('heading', { name: 'POST /api/video/process' }).click()
  await visit.button('Copy: Example, POST /api/video/process').click()
  await expect
    .poll(clipboard, PATIENTLY)
    .toBe(
      `curl -c jar -b jar "$KERF/api/video/process" -H 'content-type: application/json' -d '{"youtubeUrl":"kerf:sample"}'`,
    )
  const link = visit.page.getByRole('link', { name: 'OpenAPI document, /api/openapi.json' })
  const address = await link.getAttribute('href')
  const answer = await visit.page.request.get(new URL(address ?? '', testbed.kerf.url).href)
  expect(((await answer.json()) as { openapi: string }).openapi).toBe('3.1.0')

  // A link to a call opens the page with that call unfolded.
  const secondVisit = await testbed.visit({ path: '/api#get-api-user-quota' })
  await secondVisit.button('Copy: Example, GET /api/user/quota').waitFor()
  await secondVisit.seeSection('get-api-user-quota')
})

it('the changelog shows the newest version first, and folds the others until they are searched', async () => {
  const visit = await testbed.visit({ path: '/changelog' })
  await heading(visit, 1).filter({ hasText: 'Changelog' }).waitFor()
  const [, newestVersion = '', date = ''] = /^## \[(\d[^\]]*)\] - (\S+)/m.exec(CHANGELOG) ?? []
  const release = visit.page.getByRole('region', { name: newestVersion, exact: true })
  expect(await release.locator('time').getAttribute('datetime')).toBe(date)
  await visit.page.getByRole('searchbox', { name: 'Search the changes' }).fill('drop a LINK onto the field')
  await visit.seeText('1 change')
  const matchingRelease = visit.page.getByRole('region', { name: '0.2.0', exact: true })
  await matchingRelease.getByText('Links.', { exact: true }).waitFor()
  await visit.page.getByRole('searchbox').fill('')

  const firstRelease = visit.page.getByRole('region', { name: '0.1.0', exact: true })
  expect(await firstRelease.getByText('Quotas.', { exact: true }).isVisible()).toBe(false)
  await contents(visit, 'Releases').getByRole('link', { name: '0.1.0' }).click()
  await firstRelease.getByText('Quotas.', { exact: true }).waitFor()
  await firstRelease.getByRole('heading', { level: 3, name: 'Added' }).waitFor()
  expect(await visit.page.getByRole('main').innerText()).not.toMatch(/\*\*|\]\(|^#/m)
})
