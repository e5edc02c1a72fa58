import { startReverseProxy } from '@kerf/standins/proxy/start-reverse-proxy'
import { afterAll, expect } from 'vitest'
import { openPanel } from '../harness/admin-panel.ts'
import { it } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const ADMIN = { email: 'boss@example.org', password: 'a strip of film' }

const proxy = await startReverseProxy()
afterAll(proxy.close)
const testbed = openTestbed({
  youtube: false,
  environment: {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SOURCES: 'media',
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '1',
  },
})

const cardOf = (visit: Visit) => visit.region('Where it stands')
const partOf = (visit: Visit, name: string) => cardOf(visit).getByRole('listitem').filter({ hasText: name })

it('an admin sees at once that people can cut, and what a proxy breaks', async () => {
  proxy.target = testbed.kerf.url
  const visit = await testbed.visit({ at: proxy.url, path: '/signin' })
  await visit.fill({ Email: ADMIN.email, Password: ADMIN.password })
  await visit.button('Sign In').click()
  await expect.poll(() => visit.path, PATIENTLY).not.toBe('/signin')
  await openPanel(visit)
  await cardOf(visit).getByText('People can cut.', { exact: true }).waitFor()
  await partOf(visit, 'Source').getByText('Links to media files can be cut.').waitFor()
  await partOf(visit, 'Media library')
    .getByText(/^The media library is loaded: FFmpeg \S+, node-av \S+\.$/)
    .waitFor()
  await partOf(visit, 'Disk')
    .getByText(/ free\. New downloads need 256 MB\.$/)
    .waitFor()
  await partOf(visit, 'Email')
    .getByText(/^Emails are written as files to /)
    .waitFor()
  const passes = `Cookies, changes, byte ranges and event streams pass at ${proxy.url}.`
  await partOf(visit, 'Address').getByText(passes).waitFor()

  const testAgain = () => cardOf(visit).getByRole('button', { name: 'Test again' }).click()
  proxy.faults = { dropsRange: true, holdsBack: true }
  await testAgain()
  await partOf(visit, 'Address')
    .getByText(/^The proxy drops Range, .* The proxy holds answers back .*proxy_buffering off\)\.$/)
    .waitFor()
  await cardOf(visit).getByText('People can cut, with limits.').waitFor()
  proxy.faults = { dropsCookies: true }
  await testAgain()
  await partOf(visit, 'Address')
    .getByText(/^A cookie did not come back, so nobody can cut/)
    .waitFor()
  await cardOf(visit).getByText('People cannot cut now.').waitFor()
  proxy.faults = {}
  await testAgain()
  await partOf(visit, 'Address').getByText(passes).waitFor()
})
