import type { Stage } from './stage.ts'
import type { Visit } from './visit.ts'

/** A visitor with the sample open, at the same range each time, so that only the first one waits for the cut. */
export async function visitWithSample(
  stage: Stage,
  before?: (visit: Visit) => Promise<void>,
  end = '0:06',
): Promise<Visit> {
  const visit = await stage.visit()
  await before?.(visit)
  await visit.openSample()
  await visit.typeRange('0:04', end)
  return visit
}

export const withOwnClock = ({ page }: Visit) => page.clock.install()

/** Cuts the part that is chosen, in 360p. */
export async function cut(visit: Visit): Promise<void> {
  await visit.optionButton('360p', 'Download').click()
  await visit.optionButton('360p', /^Download \(/).waitFor()
}

/** The JSON that the server answers, with some members replaced. */
export const withChanges = (body: string, changes: object): string =>
  JSON.stringify({ ...JSON.parse(body), ...changes })

/** How many requests to paths that end so were made. */
export const requestsOf = (visit: Visit, ending: RegExp) =>
  visit.requestedUrls.filter((url) => ending.test(new URL(url).pathname)).length
