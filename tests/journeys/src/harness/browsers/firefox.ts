import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESKTOP } from '../browser.ts'
import { type DrivenPage, scriptOf } from './driven-page.ts'
import { startProgram } from './program.ts'

/** Opens Firefox. It is driven by its own WebDriver BiDi server (https://www.w3.org/TR/webdriver-bidi/). */
export async function openFirefox(path: string): Promise<DrivenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'kerf-firefox-'))
  const program = startProgram(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { HOME: profile },
  )
  async function endFirefox(): Promise<void> {
    await program.end()
    await rm(profile, { recursive: true, force: true })
  }
  try {
    const [, address] = await program.waitForLine(/BiDi listening on (ws:\S+)/)
    const { ask, socket } = await openSocket(`${address}/session`)
    await ask('session.new', { capabilities: {} })
    const { contexts } = (await ask('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const { context } = contexts[0]!
    const resize = async (viewport: { width: number; height: number }): Promise<void> => {
      await ask('browsingContext.setViewport', { context, viewport })
    }
    await resize(DESKTOP)
    return {
      resize,
      async goto(url) {
        await ask('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async evaluate(run, ...args) {
        const answer = (await ask('script.evaluate', {
          expression: `Promise.resolve(${scriptOf(run, args)}).then((value) => JSON.stringify(value ?? null))`,
          target: { context },
          awaitPromise: true,
        })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } }
        if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text)
        return JSON.parse(answer.result!.value)
      },
      async perform(actions) {
        await ask('input.performActions', { context, actions })
      },
      async close() {
        socket.close()
        await endFirefox()
      },
    }
  } catch (error) {
    await endFirefox()
    throw error
  }
}

async function openSocket(address: string) {
  const socket = new WebSocket(address)
  const pendingAnswers = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown; message?: string }
    if (answer.type === 'success') pendingAnswers.get(answer.id!)?.resolve(answer.result)
    else if (answer.type === 'error') pendingAnswers.get(answer.id!)?.reject(new Error(answer.message))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let lastId = 0
  return {
    socket,
    ask(method: string, params: object): Promise<unknown> {
      const pendingAnswer = Promise.withResolvers<unknown>()
      lastId += 1
      pendingAnswers.set(lastId, pendingAnswer)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return pendingAnswer.promise
    },
  }
}
