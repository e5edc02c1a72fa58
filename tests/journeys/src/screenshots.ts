import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ADDRESS_FILE_TEXT } from '@kerf/contract/admin-address'
import { listApiKeys } from '@kerf/contract/api-keys'
import { PROCESS_EVENTS_TYPE } from '@kerf/contract/process-events'
import { renewBackupCodes } from '@kerf/contract/user'
import { PAGES } from '../../../apps/web/src/data/navigation/pages.ts'
import { accountAnswers } from '../../../apps/web/src/testing/examples/account-answers.ts'
import { panelAnswers } from '../../../apps/web/src/testing/examples/admin-answers.ts'
import { DESKTOP, launchBrowser, openPage, PHONE } from './harness/browser.ts'
import { scriptCall, signInWith } from './harness/servers/script-calls.ts'
import { startKerf } from './harness/servers/start-kerf.ts'
import { isProcessRequest, Visit } from './harness/visit.ts'

// This script takes screenshots of every page and state that people see: `npm run screenshots -- FOLDER [PART OF A
// NAME]`.

const SCREENS = { phone: PHONE, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const
const ADMIN_TABS = ['users', 'jobs', 'subscriptions', 'settings', 'contact', 'newsletter', 'notices', 'audit']

const BACKUP_CODES = Array.from({ length: 10 }, (_, nth) => `aB3d${nth}-fG7h${nth}`)

const API_KEY = { id: 'key', name: 'Laptop', start: 'kerf_abcd', createdAt: '2026-01-02T03:04:05Z', lastUsedAt: null }

const [folder, nameFilter = ''] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Which folder? Usage: npm run screenshots -- FOLDER [PART OF A NAME]')
  process.exit(2)
}
await mkdir(folder, { recursive: true })

/** A page as seen by a stranger, a user with an account, or an admin. */
interface Shot {
  name: string
  path: string
  prepare?: (visit: Visit) => Promise<unknown>
  /** Actions on the page before the screenshot. */
  act?: (visit: Visit) => Promise<unknown>
}

const asUser = (visit: Visit) => signInWith(visit, accountAnswers())

async function asAdmin(visit: Visit): Promise<void> {
  await signInWith(visit, panelAnswers())
  // The panel's test of the connection to the browser, as a server without a proxy answers it.
  let probeCookie: string | null = null
  await visit.answer('*/api/admin/address*', (request) => {
    if (request.method() === 'POST')
      return {
        contentType: PROCESS_EVENTS_TYPE,
        body: `${JSON.stringify({ mark: probeCookie, seesVisitors: true })}\n`,
      }
    probeCookie = new URL(request.url()).searchParams.get('mark')
    return { status: 206, body: ADDRESS_FILE_TEXT.slice(4, 9) }
  })
}

const shots: Shot[] = [
  ...Object.entries(PAGES)
    .filter(([name, page]) => name !== 'home' && !('needs' in page) && name !== 'adminTest')
    .map(([name, page]) => ({ name, path: page.path })),
  { name: 'notFound', path: '/nothing-here' },
  { name: 'guard', path: PAGES.profile.path },
  ...(['profile', 'billing', 'jobs', 'settings'] as const).map((name) => ({
    name,
    path: PAGES[name].path,
    prepare: asUser,
  })),
  { name: 'subscription-signed-in', path: PAGES.subscription.path, prepare: asUser },
  ...ADMIN_TABS.map((tab) => ({ name: `admin-${tab}`, path: `/admin?tab=${tab}`, prepare: asAdmin })),
  {
    name: 'settings-backup-codes',
    path: PAGES.settings.path,
    async prepare(visit) {
      await signInWith(visit, accountAnswers({ user: { secondFactor: true } }))
      await scriptCall(visit, renewBackupCodes, () => ({ backupCodes: BACKUP_CODES }))
    },
    async act(visit) {
      await visit.button('Create new backup codes').click()
      await visit.page.getByLabel('Your password', { exact: true }).fill('secret 1')
      await visit.button('Create new backup codes').click()
      await visit.button('Done').waitFor()
    },
  },
  {
    name: 'settings-signed-address',
    path: PAGES.settings.path,
    async prepare(visit) {
      await signInWith(visit, accountAnswers())
      await scriptCall(visit, listApiKeys, () => ({ keys: [API_KEY] }))
    },
    act: (visit) => visit.button('Sign an address with Laptop').click(),
  },
  { name: 'admin-test', path: PAGES.adminTest.path, prepare: asAdmin },
]

const kerf = await startKerf()
const { browser, close } = await launchBrowser()
try {
  for (const [screenName, screen] of Object.entries(SCREENS)) {
    for (const theme of THEMES) {
      const pathOf = (name: string): string => join(folder, `${name}-${screenName}-${theme}.png`)
      const openPath = async (path: string): Promise<Visit> =>
        new Visit(await openPage(browser, kerf.url + path, { screen, dark: theme === 'dark' }))
      for (const shot of shots.filter(({ name }) => name.includes(nameFilter))) {
        const visit = await openPath(shot.prepare ? '/favicon.svg' : shot.path)
        await shot.prepare?.(visit)
        if (shot.prepare) await visit.page.goto(kerf.url + shot.path)
        await shot.act?.(visit)
        await takeScreenshot(visit, pathOf(shot.name))
        await visit.context.close()
      }
      if ('tool'.includes(nameFilter)) {
        const visit = await openPath('/')
        await takeToolScreenshots(visit, (state, fullPage = true) => takeScreenshot(visit, pathOf(state), fullPage))
        await visit.context.close()
      }
    }
  }
} finally {
  await close()
  await kerf.dispose()
}

async function takeScreenshot(visit: Visit, path: string, fullPage = true): Promise<void> {
  // On a slow machine the network may be idle before the page has its content.
  await visit.page.locator('main h1').first().waitFor()
  await visit.page.evaluate(async () => void (await document.fonts.ready))
  // A request that is held on purpose keeps the network busy forever.
  if (fullPage) await visit.page.waitForLoadState('networkidle')
  await visit.page.screenshot({ path, fullPage, animations: 'disabled' })
  console.log(path)
}

/** Takes a screenshot of each state of the tool. */
async function takeToolScreenshots(
  visit: Visit,
  take: (state: string, fullPage?: boolean) => Promise<void>,
): Promise<void> {
  await visit.linkField.waitFor()
  await take('empty')

  const processing = await visit.holdRequests(isProcessRequest)
  await visit.button('Try the sample').click()
  await visit.processingDialog.waitFor()
  await take('processing', false)
  processing.release()

  await visit.seeVideo('One day outside, in six shots')
  await visit.typeRange('0:21.4', '0:38.233')
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated')
  await visit.button('Dismiss').click()
  await take('result')

  for (const label of ['360p', 'Audio (MP3, 320 kbps)'] as const) {
    await visit.optionButton(label, 'Download').click()
    await visit.optionButton(label, /^Download \(/).waitFor()
  }
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.button('Dismiss').click()
  await take('finished')

  const formats = visit.page.getByRole('region', { name: 'More formats' })
  const gif = formats.getByRole('listitem', { name: 'GIF', exact: true })
  await visit.optionButton('360p', 'How exact is this?').click()
  await formats.getByRole('button', { name: 'More formats' }).click()
  await formats.getByText(/^PNG/).first().waitFor()
  await take('more-formats')

  await visit.typeRange('0:21.4', '0:24.4')
  await gif.getByRole('button', { name: /^Download / }).click()
  await gif.getByRole('button', { name: /^Download \(/ }).waitFor()
  await visit.button('Dismiss').click()
  await gif.getByRole('button', { name: 'How exact is this?' }).click()
  await take('more-formats-made')
}
