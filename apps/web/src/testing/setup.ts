import '../app/zod-without-eval.ts'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clearBrowser, closeApp } from './app.tsx'
import { checkConsole, DESKTOP, watchConsole, watchToasts } from './screen.ts'
import { expectNoServerFaults, startScriptedServer } from './scripted-server.ts'

// Runs once for each file of tests, in the page.

beforeEach(() => {
  startScriptedServer()
  watchToasts()
  watchConsole()
})

afterEach(async () => {
  closeApp()
  vi.useRealTimers()
  clearBrowser()
  if (innerWidth !== DESKTOP.width) await page.viewport(DESKTOP.width, DESKTOP.height)
  try {
    expectNoServerFaults()
    checkConsole()
  } finally {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})
