import { dashboardWords } from '#messages/account/dashboard.ts'

const words = dashboardWords.settings.sessions

/** In the order in which they have to be looked for: most introduce themselves as others, too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** `Firefox on Windows`, as far as the user agent says. */
export function deviceWords(userAgent: string | null): string {
  const found = (list: readonly [RegExp, string][]): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = found(BROWSERS)
  const system = found(SYSTEMS)
  if (browser && system) return words.on(browser, system)
  return browser ?? system ?? words.unknownDevice
}
