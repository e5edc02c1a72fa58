import { describe, expect, it } from 'vitest'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false })

const SAMPLE = 'One day outside, in six shots'
const NO_ANSWER = 'The server is not responding. Please try again in a moment.'
const SCRIPT_FILES = '**/assets/*.js'

/** Makes the server and all scripts that are not loaded yet unavailable. Returns a function that ends this. */
async function loseServer(visit: Visit): Promise<() => Promise<void>> {
  visit.expectComplaint(/ERR_FAILED/)
  await visit.context.route(SCRIPT_FILES, (route) => route.abort())
  const isHomePage = (url: URL): boolean => url.pathname === '/'
  await visit.context.route(isHomePage, (route) => route.abort())
  return async () => {
    await visit.context.unroute(SCRIPT_FILES)
    await visit.context.unroute(isHomePage)
  }
}

// Browsers do not load a script again that has failed once on the same page.
describe('a page whose scripts could not be loaded', () => {
  it('shows at every press that there is no server, and works once it is back', async () => {
    const visit = await testbed.visit()
    const restoreServer = await loseServer(visit)
    await visit.button('Try the sample').click()
    await visit.seeText(NO_ANSWER)
    await visit.linkField.fill('kerf:sample')
    await visit.button('Process').click()
    await visit.seeText(NO_ANSWER)
    expect(await visit.linkField.inputValue()).toBe('kerf:sample')
    await restoreServer()
    await visit.button('Process').click()
    await visit.seeVideo(SAMPLE)
  })

  it('reloads with the link if only the scripts are gone, as after an update of the server', async () => {
    const visit = await testbed.visit()
    visit.expectComplaint(/ERR_FAILED/)
    // The open page requests files from before the update; the reloaded one requests those from after it.
    let updates = 0
    await visit.context.route(SCRIPT_FILES, (route) => (updates === 0 ? route.abort() : route.fallback()))
    visit.page.on('framenavigated', () => {
      updates += 1
    })
    await visit.slider('Start').focus()
    await visit.page.keyboard.press('Shift+ArrowLeft')
    await visit.button('Try the sample').click()
    await visit.seeVideo(SAMPLE)
    await expect.poll(() => visit.readRange()).toEqual([16.4, 38.233])
  })

  it('shows that nothing on it responds, and offers to try again', async () => {
    const visit = await testbed.visit()
    visit.expectComplaint(/ERR_FAILED/)
    await visit.context.route(SCRIPT_FILES, (route) => route.abort())
    // `goto` would wait until the app answers, which never happens here.
    await visit.page.evaluate((address) => location.assign(address), testbed.kerf.url)
    await visit.page.getByRole('alert').getByText('This page did not load.').waitFor()
    await visit.context.unroute(SCRIPT_FILES)
    await visit.page.getByRole('alert').getByRole('link', { name: 'Reload' }).click()
    await visit.page.locator('html[data-alive]').waitFor()
    expect(await visit.page.getByRole('alert').count()).toBe(0)
  })
})
