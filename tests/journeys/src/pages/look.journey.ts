import type { Locator } from 'playwright-core'
import { describe, expect, it as itInBoth } from 'vitest'
import { isFullRun, it, ONE_OF_BOTH_SCREENS } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'
import { walkByTab } from '../harness/walk-by-tab.ts'

const testbed = openTestbed({ youtube: false })

/**
 * Checks both themes in `npm run test:hard`, and then switches to the light one. `npm test` checks only the current
 * theme.
 */
async function expectNoFaults(visit: Visit): Promise<void> {
  if (!isFullRun) return visit.expectNoFaults()
  await visit.expectNoFaultsInBothThemes()
  await visit.page.emulateMedia({ colorScheme: 'light' })
}

/** Expects that Tab reaches every control, more than this many, and that each one shows its focus. */
async function expectWalkable(visit: Visit, moreThan: number): Promise<void> {
  const walk = await walkByTab(visit.page)
  expect(walk).toMatchObject({ missed: [], unmarked: [] })
  expect(walk.reached).toBeGreaterThan(moreThan)
}

/** Waits until the page knows its visitor: it then shows our ad to those who do not pay. */
const seeLanding = (visit: Visit) => visit.page.getByRole('complementary', { name: 'Our own ad' }).waitFor()

/** Waits for the parts next to a video that load later, such as the part for strangers. */
async function seeResult(visit: Visit): Promise<void> {
  await seeLanding(visit)
  await visit.page.getByRole('region', { name: 'System Demo' }).waitFor()
  await visit.seeText(/3 of 3 downloads left today\./)
  await visit.button('Make it fit').waitFor()
  await visit.button('More formats').waitFor()
}

describe.each(ONE_OF_BOTH_SCREENS)('on $name', ({ screen, dark }) => {
  itInBoth('every state, and an unknown address, works by keyboard, is accessible, and fits the screen', async () => {
    const visit = await testbed.visit({ screen, dark })
    await seeLanding(visit)
    await expectWalkable(visit, 20)
    await expectNoFaults(visit)

    await visit.openSample()
    await seeResult(visit)
    await expectWalkable(visit, 25)
    await expectNoFaults(visit)
    await visit.typeRange('0:50', '0:53')
    await visit.button('Apply Trim').click()
    await visit.seeToast('Trim Updated')
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', 'How exact is this?').click()
    await visit.optionButton('360p', 'Delete now').waitFor()
    await expectNoFaults(visit)
    await visit.timeField('Start Time').fill('never')
    await visit.timeField('Start Time').press('Enter')
    await visit.seeText('Enter a time like 1:23.450.')
    await expectNoFaults(visit)

    // An address without a page shows a page of its own, which leads back to the tool.
    visit.expectComplaint(/status of 404 .*\/nothing-here$/)
    await visit.page.goto(new URL('/nothing-here', testbed.kerf.url).href)
    await visit.page.getByRole('heading', { level: 1, name: 'This part was cut' }).waitFor()
    await expect.poll(() => visit.page.title(), PATIENTLY).toBe('This part was cut | Kerf')
    await expectWalkable(visit, 0)
    await expectNoFaults(visit)
    await visit.page.getByRole('link', { name: 'Cut a video' }).click()
    await visit.linkField.waitFor()
    expect(visit.path).toBe('/')
  })
})

it('forced colours keep trim handles, selection and focus visible; 200 % zoom needs no sideways scrolling', async () => {
  const visit = await testbed.visit()
  await visit.page.emulateMedia({ forcedColors: 'active' })
  await visit.openSample()
  await seeResult(visit)
  for (const name of ['Start', 'End'] as const) {
    const handle = visit.slider(name)
    expect(await countPaintedParts(handle), name).toBeGreaterThan(0)
  }
  await expectWalkable(visit, 25)
  // The viewport of a 1440 x 900 desktop at 200 %.
  await visit.page.emulateMedia({ forcedColors: 'none' })
  await visit.page.setViewportSize({ width: 720, height: 450 })
  await visit.expectToFit()
  if (isFullRun) await expectNoFaults(visit)
})

/**
 * Number of elements in this part, itself included, that are still drawn with forced colours: those with a fill or a
 * border.
 */
function countPaintedParts(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const pageBackground = getComputedStyle(document.documentElement).backgroundColor
    const isPainted = (styles: CSSStyleDeclaration) =>
      Number.parseFloat(styles.borderLeftWidth) > 0 ||
      ![pageBackground, 'rgba(0, 0, 0, 0)'].includes(styles.backgroundColor)
    return [element, ...element.querySelectorAll('*')].filter((node) => isPainted(getComputedStyle(node))).length
  })
}

it('the colour theme can be chosen, and stays', async () => {
  const visit = await testbed.visit({ dark: false })
  const readBackground = () => visit.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const lightBackground = await readBackground()
  await visit.button('Dark').click()
  await expect.poll(readBackground, PATIENTLY).not.toBe(lightBackground)
  const darkBackground = await readBackground()
  await visit.page.reload()
  await visit.linkField.waitFor()
  expect(await readBackground()).toBe(darkBackground)
  await visit.button('System').click()
  await expect.poll(readBackground, PATIENTLY).toBe(lightBackground)
})
