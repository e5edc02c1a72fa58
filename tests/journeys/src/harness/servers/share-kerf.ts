import type { TestProject } from 'vitest/node'
import { unpackedBrowser } from '../browser.ts'
import { type OfflineYoutube, startOfflineYoutube } from '../youtube.ts'
import { type RunningKerf, startKerf } from './start-kerf.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all journeys that do not need one of their own. */
    sharedKerfUrl: string
  }
}

let kerf: RunningKerf | undefined
let youtube: OfflineYoutube | undefined

/** Payments are set up, so that the provider's script may run. Nobody answers there: what buyers meet is scripted. */
const PAYMENTS = {
  PAYPAL_CLIENT_ID: 'journeys',
  PAYPAL_CLIENT_SECRET: 'journeys',
  PAYPAL_API_URL: 'http://127.0.0.1:9',
}

/**
 * Vitest calls this before the first journey of a run: a start costs as much as four visits. The stand-in for YouTube makes
 * its videos here and the browser is unpacked, unless an earlier run has: once, before several files at once would do it.
 */
export async function setup(project: TestProject): Promise<void> {
  await unpackedBrowser()
  youtube = await startOfflineYoutube()
  kerf = await startKerf({ environment: { ...youtube.environment(youtube.scriptedYtdlp), ...PAYMENTS } })
  project.provide('sharedKerfUrl', kerf.url)
}

/** And this after the last. */
export async function teardown(): Promise<void> {
  await kerf?.dispose()
  await youtube?.close()
}
