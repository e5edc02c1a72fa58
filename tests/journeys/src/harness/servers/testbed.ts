import { type MailServerStandin, startMailServer } from '@kerf/standins/mail/start-mail-server'
import { type OidcProvider, startOidcProvider } from '@kerf/standins/oidc/start-oidc-provider'
import { answerBrowser, PAYPAL_URL_PATTERN } from '@kerf/standins/paypal/answer-browser'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type OpenOptions, type SharedBrowser, sharedBrowser } from '../browser.ts'
import { Visit } from '../visit.ts'
import { type OfflineYoutube, startOfflineYoutube } from '../youtube.ts'
import { type KerfOptions, type RunningKerf, startKerf } from './start-kerf.ts'

/** Options of the server of one file. A file without special options uses the server that the whole run shares. */
export interface TestbedOptions {
  /**
   * Whether the file has its own stand-in for YouTube, which it can make misbehave. The shared server has an orderly
   * one, which the scripted yt-dlp also uses.
   */
  youtube: boolean
  /** Whether emails go to a mail server, so that tests can read them. */
  mail?: boolean
  /** Whether plans can be paid for, at PayPal's stand-in. */
  paypal?: boolean
  /** Whether people can sign in at the stand-in of an identity provider. */
  oidc?: boolean
  /** Variables in addition to the tests' own. Even an empty object gives the file its own server. */
  environment?: Record<string, string>
  /** Gives the file's own server short timeouts for other servers and a report of its connections. */
  watched?: KerfOptions['watched']
}

export interface VisitOptions extends OpenOptions {
  /** Address of another server than the testbed's own. */
  at?: string
  /** Path on the server; the home page by default. */
  path?: string
}

/** Server, browser and, if requested, stand-ins that the journeys of one file share. */
export class Testbed {
  // Members are undefined unless the testbed was opened with them.
  kerf!: { url: string }
  /** The file's own server, whose data can be read and which can be stopped. Undefined on the shared server. */
  ownKerf!: RunningKerf
  youtube!: OfflineYoutube
  mail!: MailServerStandin
  paypal!: PaypalStandin
  oidc!: OidcProvider
  #shared!: SharedBrowser
  readonly #visits: Visit[] = []

  get browser(): Browser {
    return this.#shared.browser
  }

  /** Opens a page for a new visitor, in a separate browser context. */
  async visit(options: VisitOptions = {}): Promise<Visit> {
    const { at = this.kerf.url, path = '/', ...openOptions } = options
    const visit = new Visit(await this.#shared.contexts.openPage(new URL(path, at).href, openOptions))
    this.#visits.push(visit)
    const { paypal } = this
    if (paypal)
      await visit.answer('https://*paypal*.com/*', (request) =>
        PAYPAL_URL_PATTERN.test(request.url()) ? answerBrowser(paypal, request.url()) : undefined,
      )
    return visit
  }

  async open(options: TestbedOptions): Promise<void> {
    this.#shared = await sharedBrowser()
    if (options.youtube) this.youtube = await startOfflineYoutube()
    if (options.mail) this.mail = await startMailServer()
    if (options.paypal) this.paypal = await startPaypal()
    if (options.oidc) this.oidc = await startOidcProvider()
    const parts = [
      options.youtube && this.youtube.environment(this.youtube.scriptedYtdlp),
      options.mail && { SMTP_URL: this.mail.url },
      options.paypal && this.paypal.environment,
      options.oidc && this.oidc.environment,
      options.environment,
    ].filter(Boolean)
    if (parts.length > 0)
      this.ownKerf = await startKerf({ environment: Object.assign({}, ...parts), watched: options.watched })
    this.kerf = this.ownKerf ?? { url: inject('sharedKerfUrl') }
    this.oidc?.register([new URL('/signin', this.kerf.url).href])
  }

  /** Ends every visit of a journey and checks that it had no unexpected errors. */
  async endVisits(hasFailed = false): Promise<void> {
    const visits = this.#visits.splice(0)
    let wasForeseen = false
    try {
      if (hasFailed) for (const visit of visits) process.stderr.write(await describeTabs(visit))
      for (const visit of visits) await visit.seeExpectedComplaints()
      wasForeseen = !hasFailed
    } finally {
      for (const { context } of visits) await this.#shared.contexts.leave(context, { wasForeseen })
      this.youtube?.standin.reset()
      this.paypal?.clearBehaviours()
    }
    for (const visit of visits) visit.expectNoOtherComplaints()
  }

  async close(): Promise<void> {
    await this.ownKerf?.dispose()
    await this.mail?.close()
    await this.paypal?.close()
    await this.oidc?.close()
    await this.youtube?.close()
  }
}

const REQUESTS_SHOWN = 30

/** The text of each tab of a failed journey, and its last requests. */
async function describeTabs(visit: Visit): Promise<string> {
  const tabs = await Promise.all(visit.context.pages().map(describeTab))
  return tabs.map((tab) => `\n${tab}\n`).join('')
}

async function describeTab(page: Page): Promise<string> {
  const snapshot = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error) => `nothing: ${error}`)
  const requests = (await page.requests().catch(() => [])).slice(-REQUESTS_SHOWN).map(describeRequest)
  return [`A visitor at ${page.url()} sees:`, snapshot, 'after', ...requests].join('\n')
}

function describeRequest(request: Request): string {
  const result = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'no answer yet'
  return `  ${request.method()} ${request.url()}: ${result}`
}

/** Opens a testbed for all journeys of the calling file. After each journey, its visits end and are checked. */
export function openTestbed(options: TestbedOptions): Testbed {
  const testbed = new Testbed()
  beforeAll(() => testbed.open(options))
  afterEach(({ task }) => testbed.endVisits(task.result?.state === 'fail'))
  afterAll(() => testbed.close())
  return testbed
}
