import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Visitor } from '../../../tests/journeys/src/harness/visitor.ts'
import { ask, type CostServer, finished } from './cost-server.ts'
import type { CallCosts } from './measured-costs.ts'
import { peakMegabytes, processTimes } from './process-times.ts'

const IDLE_SECONDS = 10
const CONNECTIONS = 20
const POLLS = 6000
const PAGES = 1000
const WISHES = 40
const FIRST_VISITS = 10
const FILES = 60

/** What calls take of the server's own process, apart from cuts; the film of strangers, whose clip is finished. */
export async function callCosts(server: CostServer): Promise<CallCosts> {
  const { kerf } = server
  const own = (): number => processTimes(kerf.processId).own
  await server.settle()
  let before = own()
  await wait(IDLE_SECONDS * 1000)
  const idleSecond = (own() - before) / IDLE_SECONDS
  /** Processor seconds for each of so many, without what would have passed anyway. */
  const each = async (times: number, run: () => Promise<unknown>): Promise<number> => {
    before = own()
    const begin = performance.now()
    await run()
    const seconds = (performance.now() - begin) / 1000
    return Math.max(0, own() - before - idleSecond * seconds) / times
  }

  const link = server.linkOf('h264-360')
  const first = new Visitor(kerf.url)
  const video = await first.process(link)
  await first.trim(video, 5, 35)
  const download = await finished(first, await ask(first, video, { quality: '360p' }))
  const cookie = `kerf_viewer=${first.cookie('kerf_viewer')}`
  const many = (path: string, amount: number, headers = {}) =>
    autocannon({
      ...{ url: kerf.url, connections: CONNECTIONS, amount },
      setupClient: (client) => client.setRequests([{ method: 'GET', path, headers: { ...headers } }]),
    }).then(({ errors, non2xx }) => {
      if (errors + non2xx > 0) throw new Error(`${path}: ${errors} errors, ${non2xx} refusals.`)
    })
  const statusPoll = await each(POLLS, () => many(`/api/download/${download.id}`, POLLS, { cookie }))
  const page = await each(PAGES, () => many('/', PAGES, { accept: 'text/html' }))
  const assets = await assetsOf(kerf.url)
  const firstVisit = await each(FIRST_VISITS, async () => {
    for (let visit = 0; visit < FIRST_VISITS; visit++)
      await Promise.all(assets.map(async (asset) => (await fetch(asset)).arrayBuffer()))
  })
  const wish = await each(WISHES, async () => {
    for (let number = 0; number < WISHES; number++) {
      const someone = new Visitor(kerf.url)
      const known = await someone.process(link)
      await someone.trim(known, 5, 35)
      await ask(someone, known, { quality: '360p' })
    }
  })
  const megabytes = (download.fileSize ?? 0) / 1e6
  const file = await each(FILES, async () => {
    for (let number = 0; number < FILES; number++) await first.file(download)
  })
  return {
    ...{ statusPoll, page, firstVisit, firstVisitRequests: assets.length, wish, idleSecond },
    fileMegabyte: file / megabytes,
    serverMegabytes: peakMegabytes(kerf.processId),
  }
}

/** What the home page asks for by itself. */
async function assetsOf(url: string): Promise<string[]> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2|webmanifest))"/g)]
  return [...new Set(named.map(([, path]) => new URL(path ?? '', url).href))]
}
