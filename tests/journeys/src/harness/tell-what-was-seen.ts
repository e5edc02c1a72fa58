import type { Page, Request } from 'playwright-core'
import type { Visit } from './visit.ts'

const REQUESTS = 30

/** What a person has before them, in each of their tabs, and what was asked for last: for a journey that has failed. */
export async function tellWhatWasSeen(visit: Visit): Promise<string> {
  const tabs = await Promise.all(visit.context.pages().map(tellTab))
  return tabs.map((tab) => `\n${tab}\n`).join('')
}

async function tellTab(page: Page): Promise<string> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error) => `nothing: ${error}`)
  const requests = await page.requests().catch(() => [])
  return [`A visitor at ${page.url()} sees:`, seen, 'after', ...requests.slice(-REQUESTS).map(tellRequest)].join('\n')
}

function tellRequest(request: Request): string {
  const came = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'no answer yet'
  return `  ${request.method()} ${request.url()}: ${came}`
}
