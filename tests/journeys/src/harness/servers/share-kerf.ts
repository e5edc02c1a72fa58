import type { TestProject } from 'vitest/node'
import { unpackedBrowser } from '../packaged-chromium.ts'
import { type OfflineYoutube, startOfflineYoutube } from '../youtube.ts'
import { type RunningKerf, startKerf } from './start-kerf.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server for all journeys that do not need their own. */
    sharedKerfUrl: string
  }
}

let kerf: RunningKerf | undefined
let youtube: OfflineYoutube | undefined

/**
 * Payments are configured so that the provider's script may run. Nothing listens at the address: journeys script the
 * answers.
 */
const PAYMENTS = {
  PAYPAL_CLIENT_ID: 'journeys',
  PAYPAL_CLIENT_SECRET: 'journeys',
  PAYPAL_API_URL: 'http://127.0.0.1:9',
}

/**
 * Vitest calls this before the first journey of a run: starting a server costs as much as four visits. The videos of
 * YouTube's stand-in are made and the browser is unpacked here once, before several files would do it at once.
 */
export async function setup(project: TestProject): Promise<void> {
  await unpackedBrowser()
  youtube = await startOfflineYoutube()
  kerf = await startKerf({ environment: { ...youtube.environment(youtube.scriptedYtdlp), ...PAYMENTS } })
  project.provide('sharedKerfUrl', kerf.url)
}

/** Vitest calls this after the last journey of a run. */
export async function teardown(): Promise<void> {
  await kerf?.dispose()
  await youtube?.close()
}
