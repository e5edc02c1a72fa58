import { findProgram } from '../find-program.ts'
import { openChromium } from './chromium.ts'
import type { DrivenPage } from './driven-page.ts'
import { openFirefox } from './firefox.ts'
import { openWebkit } from './webkit.ts'

interface BrowserFamily {
  /** Name of the family. If it is not installed, the name lists the packages to install. */
  name: string
  /** Opens a page; null if the browser is not installed. */
  open: (() => Promise<DrivenPage>) | null
}

const firefox = findProgram('firefox-esr') ?? findProgram('firefox')
const [driver, screen] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')]

/** Families of browsers. All browsers on iPhones use WebKit. */
export const BROWSER_FAMILIES: readonly BrowserFamily[] = [
  { name: 'Chromium', open: openChromium },
  firefox
    ? { name: 'Firefox', open: () => openFirefox(firefox) }
    : { name: 'Firefox, which is not installed (firefox-esr)', open: null },
  driver && screen
    ? { name: 'WebKit', open: () => openWebkit({ driver, screen }) }
    : { name: 'WebKit, which is not installed (webkit2gtk-driver and xvfb)', open: null },
]
