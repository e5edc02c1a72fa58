import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { SAMPLE_TITLE } from '../../testing/examples/video-examples.ts'
import { button, see, seeNo, seeToast } from '../../testing/screen.ts'
import { answerRequests, requestedPaths } from '../../testing/scripted-server.ts'
import { openSample, optionButton, scriptClips, scriptVideo } from '../../testing/video.ts'

const FILE_TEXT = '\u0000\u0000\u0000\u0018ftyp'
const share = optionButton('360p', 'Share')
const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
const countFileRequests = () => requestedPaths().filter((path) => path.endsWith('/file')).length

/** Gives the browser functions to share, or none, until the end of the test. */
function setSharing(members: Partial<Pick<Navigator, 'share' | 'canShare'>> | null): void {
  const prototype = Navigator.prototype
  for (const name of ['share', 'canShare'] as const) {
    const originalProperty = Object.getOwnPropertyDescriptor(prototype, name)
    onTestFinished(() => {
      Reflect.deleteProperty(prototype, name)
      if (originalProperty) Object.defineProperty(prototype, name, originalProperty)
    })
    Reflect.deleteProperty(prototype, name)
    if (members) Object.defineProperty(prototype, name, { configurable: true, value: members[name] })
  }
}

/** Opens the sample from 4 to 6 seconds, and cuts it. */
async function openAndCut(): Promise<void> {
  scriptVideo()
  scriptClips()
  const headers = { 'content-disposition': "attachment; filename*=UTF-8''kerf_360p.mp4" }
  answerRequests(({ url }) => (url.pathname.endsWith('/file') ? new Response(FILE_TEXT, { headers }) : undefined))
  await openSample('&start=4&end=6')
  await optionButton('360p', 'Download').click()
  await see(optionButton('360p', /^Download \(/))
}

it('a clip is shared as a file if possible, else as a link, and closing the dialog is no failure', async () => {
  const shares: ShareData[] = []
  let takesFiles = true
  let failure: string | null = null
  setSharing({
    canShare: ({ files } = {}) => !files || takesFiles,
    async share(data = {}) {
      shares.push(data)
      if (failure) throw new DOMException('', failure)
    },
  })
  await openAndCut()
  const pressShare = async (count: number) => {
    await share.click()
    await expect.poll(() => shares.length).toBe(count)
    await see(share)
  }
  await pressShare(1)
  const { title, files: [file] = [] } = shares[0]!
  expect([title, file?.name, file?.type, await file?.text()]).toEqual([
    SAMPLE_TITLE,
    'kerf_360p.mp4',
    'video/mp4',
    FILE_TEXT,
  ])

  takesFiles = false
  await pressShare(2)
  expect(shares[1]).toEqual({ title: SAMPLE_TITLE, url: `${location.origin}/?url=sample&start=4&end=6` })

  // The old toast is dismissed, so that it is not taken for a new one.
  await button('Dismiss').click()
  failure = 'AbortError'
  await pressShare(3)
  expect(toasts.length).toBe(0)

  failure = 'DataError'
  await pressShare(4)
  await seeToast('Sharing Failed')
  takesFiles = true
  failure = 'NotAllowedError'
  await pressShare(5)
  await seeToast('Ready to Share', 'Press Share again.')
  const fileRequests = countFileRequests()
  failure = null
  await pressShare(6)
  expect(countFileRequests()).toBe(fileRequests)
})

it('a clip has no share button if the browser cannot share', async () => {
  setSharing(null)
  await openAndCut()
  await see(optionButton('360p', 'Play'))
  await seeNo(share)
})
