import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DESKTOP, launchBrowser, openPage, PHONE } from './harness/browser.ts'
import { startKerf } from './harness/start-kerf.ts'
import { asksToProcess, Visit } from './harness/visit.ts'

// Takes pictures of the states that people see, for looking at: `npm run screenshots -- FOLDER`.

const SCREENS = { phone: PHONE, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Which folder? Usage: npm run screenshots -- FOLDER')
  process.exit(2)
}
await mkdir(folder, { recursive: true })

const kerf = await startKerf()
const { browser, close } = await launchBrowser()
try {
  for (const [screenName, screen] of Object.entries(SCREENS)) {
    for (const theme of THEMES) {
      const visited = await openPage(browser, kerf.url, { screen, dark: theme === 'dark', reducedMotion: true })
      await takeEachState(new Visit(visited), (state) => join(folder, `${state}-${screenName}-${theme}.png`))
      await visited.context.close()
    }
  }
} finally {
  await close()
  await kerf.dispose()
}

async function takeEachState(visit: Visit, pathOf: (state: string) => string): Promise<void> {
  const take = async (state: string, fullPage: boolean): Promise<void> => {
    await visit.page.evaluate(async () => void (await document.fonts.ready))
    await visit.page.waitForLoadState('networkidle')
    await visit.page.screenshot({ path: pathOf(state), fullPage, animations: 'disabled' })
    console.log(pathOf(state))
  }
  await visit.linkField.waitFor()
  await take('empty', true)

  const processing = await visit.hold(asksToProcess)
  await visit.button('Try the sample').click()
  await visit.processingDialog.waitFor()
  await visit.page.screenshot({ path: pathOf('processing'), animations: 'disabled' })
  console.log(pathOf('processing'))
  processing.release()

  await visit.seeVideo('One day outside, in six shots')
  await visit.typeRange('0:21.4', '0:38.233')
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated')
  await visit.button('Dismiss').click()
  await take('result', true)

  for (const label of ['360p', 'Audio (MP3, 320 kbps)'] as const) {
    await visit.optionButton(label, 'Download').click()
    await visit.optionButton(label, /^Download \(/).waitFor()
  }
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.button('Dismiss').click()
  await take('finished', true)
}
