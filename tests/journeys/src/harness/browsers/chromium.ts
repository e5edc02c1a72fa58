import { DESKTOP, launchBrowser } from '../browser.ts'
import { type DrivenPage, type InputActions, scriptOf } from './driven-page.ts'

const KEYS: Record<string, string> = { '\uE007': 'Enter', '\uE009': 'Control' }

/** Opens the Chromium of the journeys that use one browser only. */
export async function openChromium(): Promise<DrivenPage> {
  const { browser, close } = await launchBrowser()
  const page = await browser.newPage({ viewport: DESKTOP })
  async function runActions({ type, actions }: InputActions): Promise<void> {
    if (type === 'pointer')
      for (const action of actions) {
        if (action.type === 'pointerMove') await page.mouse.move(action.x, action.y)
        else await (action.type === 'pointerDown' ? page.mouse.down() : page.mouse.up())
      }
    else
      for (const { type: keyEvent, value } of actions) {
        const key = KEYS[value] ?? value
        await (keyEvent === 'keyDown' ? page.keyboard.down(key) : page.keyboard.up(key))
      }
  }
  return {
    async goto(url) {
      await page.goto(url)
    },
    async evaluate(run, ...args) {
      return page.evaluate(scriptOf(run, args))
    },
    resize: (screen) => page.setViewportSize(screen),
    async perform(devices) {
      for (const device of devices) await runActions(device)
    },
    close,
  }
}
