import { expect, it } from 'vitest'
import { openStage } from '../harness/servers/stage.ts'
import { isProcessRequest } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

it('a browser that keeps everything closed to pages: storage, channels between tabs, locks, the clipboard still cuts and saves', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await visit.context.addInitScript(() => {
    const closedProperty = { get: () => refuseAccess() }
    function refuseAccess(): never {
      throw new DOMException('closed', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, closedProperty)
    for (const name of ['locks', 'clipboard', 'serviceWorker'])
      Object.defineProperty(Navigator.prototype, name, { get: () => undefined })
    globalThis.BroadcastChannel = class {
      constructor() {
        refuseAccess()
      }
    } as unknown as typeof BroadcastChannel
  })
  await visit.goToSample()
  await visit.openFold('More')
  await visit.button('Copy link to this trim').click()
  await visit.seeToast('Link Not Copied', /You can copy the link from the address bar\.$/)
  await visit.typeRange('0:10', '0:12')
  await visit.optionButton('360p', /^Download/).click()
  await visit.seeToast('Download Ready!')
  await visit.save('360p')
})

it('a browser that keeps no cookies says why nothing can be processed, before anything is asked of the server', async () => {
  const visit = await stage.visit()
  await visit.context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
  })
  await visit.page.reload()
  const processing = await visit.holdRequests(isProcessRequest)
  await visit.button('Try the sample').click()
  await visit.seeToast('Error', 'Kerf needs a cookie to remember your video. Please allow cookies for this site.')
  expect(processing.count()).toBe(0)
})
