import type { TestProject } from 'vitest/node'
import { type RunningKerf, startKerf } from './start-kerf.ts'
import { makeYoutubeMedia } from './youtube-media.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all journeys that do not need one of their own. */
    sharedKerfUrl: string
  }
}

let kerf: RunningKerf | undefined

/** Vitest calls this before the first journey of a run: a start costs as much as four visits. */
export async function setup(project: TestProject): Promise<void> {
  const [ready] = await Promise.all([startKerf(), makeYoutubeMedia()])
  kerf = ready
  project.provide('sharedKerfUrl', ready.url)
}

/** And this after the last. */
export async function teardown(): Promise<void> {
  await kerf?.dispose()
}
