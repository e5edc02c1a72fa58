import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'vitest'
import { DESKTOP, PATIENTLY } from '../browser.ts'
import { type DrivenPage, scriptOf } from './driven-page.ts'
import { startProgram } from './program.ts'

export interface WebkitPrograms {
  driver: string
  screen: string
}

/** Height of the window's bars around the page. */
const BARS_PIXELS = 80

/**
 * Opens WebKit as GNOME builds it, on a virtual screen. It is driven by WebDriver (https://www.w3.org/TR/webdriver2/).
 */
export async function openWebkit({ driver, screen }: WebkitPrograms): Promise<DrivenPage> {
  const display = startProgram(screen, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])
  const [number] = await display.waitForLine(/^\d+$/)
  const port = await freePort()
  const server = startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], { DISPLAY: `:${number}` })
  const address = `http://127.0.0.1:${port}/session`
  const endWebkit = () => Promise.all([server.end(), display.end()])
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/status`)
        .then(({ ok }) => ok)
        .catch(() => false)
    await expect.poll(isReady, PATIENTLY).toBe(true)
    const { sessionId } = await callDriver<{ sessionId: string }>(address, 'POST', '', {
      capabilities: { alwaysMatch: {} },
    })
    const session = `${address}/${sessionId}`
    await callDriver(session, 'POST', '/timeouts', { script: 300_000, pageLoad: 300_000 })
    const resize = async ({ width, height }: { width: number; height: number }): Promise<void> => {
      await callDriver(session, 'POST', '/window/rect', { x: 0, y: 0, width, height: height + BARS_PIXELS })
    }
    await resize(DESKTOP)
    return {
      resize,
      async goto(url) {
        await callDriver(session, 'POST', '/url', { url })
      },
      async evaluate(run, ...args) {
        const script = `const done = arguments[0]
          Promise.resolve(${scriptOf(run, args)}).then(
            (value) => done(JSON.stringify({ value: value ?? null })),
            (error) => done(JSON.stringify({ error: String(error) })))`
        const answer = JSON.parse(await callDriver<string>(session, 'POST', '/execute/async', { script, args: [] }))
        if (answer.error) throw new Error(answer.error)
        return answer.value
      },
      async perform(actions) {
        await callDriver(session, 'POST', '/actions', { actions })
      },
      async close() {
        await callDriver(session, 'DELETE', '').catch(() => undefined)
        await endWebkit()
      },
    }
  } catch (error) {
    await endWebkit()
    throw error
  }
}

async function callDriver<Value>(session: string, method: string, path: string, body?: object): Promise<Value> {
  const response = await fetch(session + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
  return value
}

/** A free port of this machine. The driver cannot choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
