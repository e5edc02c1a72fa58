import { type VideoName, videoIds } from '@kerf/standins/youtube/videos'
import { afterEach, describe, expect, it as itInBoth } from 'vitest'
import { isAtLength, it, itAtLength } from './harness/at-length.ts'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { expectExactClip } from './harness/exact-clip.ts'
import { openStage } from './harness/stage.ts'
import { type RunningKerf, startKerf } from './harness/start-kerf.ts'
import { asksForDownload, asksForStatus, asksToProcess, type Visit } from './harness/visit.ts'
import { FRAME_RATE, linkTo } from './harness/youtube.ts'

/** A server of a journey's own: one that may end, or forgets quickly. */
const ownServers: RunningKerf[] = []
async function startOwn(options: Parameters<typeof startKerf>[0]): Promise<RunningKerf> {
  const kerf = await startKerf(options)
  ownServers.push(kerf)
  return kerf
}
// Told before the stage is opened, and therefore done after its visits have ended: a page must not lose its server while it asks.
afterEach(async () => {
  for (const kerf of ownServers.splice(0)) await kerf.dispose()
})

const stage = openStage({ youtube: true })

const LINK = linkTo(videoIds.ordinary)

/** A visitor with the stand-in's ordinary video open at a range that no other journey has: equal requests share one clip. */
async function visitWithRange(start: string, end: string): Promise<Visit> {
  const visit = await stage.visit()
  await visit.submitLink(LINK)
  await visit.arriveAtVideo('Stand-in test video')
  await visit.typeRange(start, end)
  return visit
}

const timesAsked = (visit: Visit, ending: RegExp) =>
  visit.requestedUrls.filter((url) => ending.test(new URL(url).pathname)).length

describe('a link that leads to no video', () => {
  const links = [
    ['an empty one', ''],
    ['a word', 'hello'],
    ['another site', 'https://vimeo.com/76979871'],
    ['a site that only looks like YouTube', 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ'],
    ['a site that only mentions YouTube', 'https://evil.example/?x=youtube.com/watch?v=dQw4w9WgXcQ'],
    ['a name and password before YouTube', 'https://user:pw@youtube.com/watch?v=dQw4w9WgXcQ'],
    ['a channel', 'https://www.youtube.com/@channel'],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL1'],
  ] as const
  it('is refused on the spot, without a call, whatever is wrong with it', async () => {
    const visit = await stage.visit()
    for (const [name, link] of links) {
      await visit.linkField.fill(link)
      await visit.button('Process').click()
      await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
      const isMarked = () => visit.linkField.getAttribute('aria-invalid')
      await expect.poll(isMarked, { ...PATIENTLY, message: name }).toBe('true')
      // What Free gives the page asks for by itself.
      expect(timesAsked(visit, /^\/api\/(?!plans$)/), name).toBe(0)
      // What is typed next makes the fault go away.
      await visit.linkField.fill(LINK)
      await expect.poll(isMarked, { ...PATIENTLY, message: name }).toBeNull()
      // The next one has to say it again.
      await visit.button('Dismiss').click()
      await expect.poll(() => visit.toasts.count(), { ...PATIENTLY, message: name }).toBe(0)
    }
  })

  it('to a place that this server does not serve is refused by the server in the same words', async () => {
    const visit = await stage.visit()
    await visit.submitLink('https://media.example/video.mp4')
    await visit.seeToast('Error', 'Please enter a valid YouTube URL.')
  })
})

describe('a video that YouTube keeps back', () => {
  const refusals: [VideoName, string][] = [
    ['private', 'This video is private.'],
    ['removed', 'This video is no longer available.'],
    ['regionBlocked', 'This video is not available in your region. Please try a different video.'],
    ['ageLimit', 'This video is age-restricted. Its platform only shows it to signed-in viewers.'],
    ['membersOnly', "This video is for the channel's members only."],
    ['paid', 'This video must be bought or rented on its platform.'],
    ['copyright', 'This video cannot be downloaded due to YouTube restrictions. Please try a different video.'],
    ['liveNow', 'This video is live right now. It can be cut once the stream has ended.'],
    ['premiere', 'This video has not started yet. It can be cut once it is published.'],
    ['botCheck', 'YouTube is asking this server to prove that it is not a robot. Please try again later.'],
    ['rateLimit', 'YouTube is limiting requests from this server. Please try again later.'],
  ]
  // What each is called is held where it is read and where it is worded: a few show that it comes here.
  const SHORT: readonly VideoName[] = ['private', 'copyright', 'botCheck']
  itInBoth('is explained in a sentence of its own, whatever the reason', async () => {
    const visit = await stage.visit({ screen: PHONE })
    for (const [name, sentence] of refusals.filter(([name]) => isAtLength || SHORT.includes(name))) {
      await visit.submitLink(linkTo(videoIds[name]))
      await visit.seeToast('Error', sentence)
      // It stays below the field when the toast has gone, and so does the link.
      await visit.page.getByRole('main').getByText(sentence, { exact: true }).waitFor()
      expect(await visit.linkField.inputValue(), name).toBe(linkTo(videoIds[name]))
      await expect.poll(() => visit.processingDialog.count(), { ...PATIENTLY, message: name }).toBe(0)
      await visit.button('Process').waitFor()
    }
  })
})

describe('a visitor without an account', () => {
  it('sees which qualities are locked and what would open them, and cannot press them', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    for (const label of ['1080p (HD)', '720p', '480p'] as const) {
      await visit.option(label).getByText('LOCKED', { exact: true }).waitFor()
      expect(await visit.optionButton(label, 'Sign Up Required').isDisabled()).toBe(true)
      await visit.optionButton(label, 'Sign Up Required').click({ force: true })
      await visit.seeToast('Premium Feature')
    }
    await visit.option('4K 2160p').getByText('UNAVAILABLE', { exact: true }).waitFor()
    await visit.option('4K 2160p').getByText('This video stops at 1080p', { exact: true }).waitFor()
    expect(await visit.optionButton('4K 2160p', 'Unavailable').isDisabled()).toBe(true)
    for (const label of ['360p', 'Audio (MP3, 320 kbps)'] as const) {
      await visit.option(label).getByText('FREE', { exact: true }).waitFor()
      expect(await visit.optionButton(label, 'Download').isEnabled()).toBe(true)
    }
    expect(timesAsked(visit, /\/download$/)).toBe(0)
    const demo = visit.page.getByRole('region', { name: 'System Demo' })
    expect(await demo.getByRole('link', { name: 'Sign Up Free' }).getAttribute('href')).toBe('/auth/signup')
    expect(await demo.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin')
  })

  it('sees after three downloads that the limit is reached, and when it resets', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    for (const [start, end, left] of [
      ['0:30.000', '0:31.500', 2],
      ['0:32.000', '0:33.500', 1],
      ['0:34.000', '0:35.500', 0],
    ] as const) {
      await visit.typeRange('0:00', end)
      await visit.typeTime('Start Time', start)
      await visit.optionButton('360p', 'Download').click()
      await visit.optionButton('360p', /^Download \(/).waitFor()
      if (left > 0) await visit.seeText(new RegExp(`${left} of 3 downloads left today\\.`))
    }
    await visit.typeRange('0:36', '0:38')
    const reset = /Resets (?:at |tomorrow )0[12]:00, in (?:(\d+) h)? ?(?:(\d+) min)?\./
    const band = visit.page.getByRole('main').getByRole('status').filter({ hasText: 'Daily limit reached.' })
    await band.getByText(/3 of 3 downloads used\./).waitFor()
    const shown = reset.exec((await band.textContent()) ?? '')
    const estimatedMinutes = Number(shown?.[1] ?? 0) * 60 + Number(shown?.[2] ?? 0)
    const minutesToMidnightUtc = 24 * 60 - ((Date.now() / 60_000) % (24 * 60))
    expect(Math.abs(estimatedMinutes - minutesToMidnightUtc)).toBeLessThan(3)
    expect(await band.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/subscription')
    await band.getByText(/A free account has 5 a day\. Sign up$/).waitFor()
    const signUp = await band.getByRole('link', { name: 'Sign up' }).getAttribute('href')
    expect(decodeURIComponent(signUp ?? '')).toMatch(/^\/signup\?then=\/\?v=/)

    await visit.optionButton('360p', 'Limit Reached').click({ force: true })
    await visit.seeToast('Daily limit reached', reset)
    expect(timesAsked(visit, /\/download$/)).toBe(3)
  })

  it('does not find the video of somebody else', async () => {
    const owner = await stage.visit()
    await owner.openSample()
    // The id alone: with the link beside it they would get a video of their own.
    const id = new URL(owner.page.url()).searchParams.get('v')
    const other = await stage.visit({ path: `/?v=${id}` })
    other.expectComplaint(/status of 404 .*\/api\/video\//)
    await other.page.getByRole('heading', { name: 'This video is no longer here' }).waitFor()
    await other.linkField.waitFor()
  })
})

describe('a download that does not end well', () => {
  it('because its source dies says so, is not counted, and works when tried again', async () => {
    const visit = await visitWithRange('0:01.000', '0:04.000')
    stage.youtube.standin.configure({ cutAfterBytes: 3000 })
    await visit.optionButton('360p', 'Download').click()
    await visit.seeToast('Download Failed', 'The video could not be read from its source. Please try again.')
    await visit.option('360p').getByText('FAILED', { exact: true }).waitFor()
    await visit
      .option('360p')
      .getByText('The video could not be read from its source. Please try again. Not counted towards your limit.', {
        exact: true,
      })
      .waitFor()
    await visit.seeText(/3 of 3 downloads left today\./)

    stage.youtube.standin.configure({ cutAfterBytes: null })
    await visit.optionButton('360p', 'Try again').click()
    await visit.seeToast('Download Ready!')
    const { bytes } = await visit.save('360p')
    await expectExactClip(bytes, { startTime: 1, endTime: 4 }, FRAME_RATE)
    await visit.seeText(/2 of 3 downloads left today\./)
  })

  it('because it is cancelled while it runs does not count', async () => {
    const visit = await visitWithRange('0:01.000', '0:05.000')
    stage.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    await visit.seeText(/2 of 3 downloads left today\./)
    await visit.optionButton('360p', 'Cancel 360p').click()
    await visit.seeToast('Download Cancelled', 'It does not count towards your limit.')
    await visit.optionButton('360p', 'Download').waitFor()
    await visit.seeText(/3 of 3 downloads left today\./)
  })

  itAtLength('because its clip has expired says so by itself and offers to cut it again', async () => {
    const secondsKept = 12
    const kerf = await startOwn({ environment: { RETENTION_HOURS: String(secondsKept / 3600) } })
    const visit = await stage.visit({ at: kerf.url })
    await visit.openSample()
    await visit.typeRange('0:10', '0:12')
    await visit.optionButton('360p', 'Download').click()
    await visit
      .option('360p')
      .getByText(/expires in (\d|1[0-2]) s$/)
      .waitFor()
    await visit.option('360p').getByText('EXPIRED', { exact: true }).waitFor()
    await visit.option('360p').getByText('Expired and deleted, as promised', { exact: true }).waitFor()
    await visit.optionButton('360p', 'Cut again').click()
    await visit.seeToast('Download Ready!')
  })
})

describe('a connection that is lost', () => {
  it('while a clip is cut is shown; when it is back the clip is finished', async () => {
    const visit = await visitWithRange('0:02.000', '0:05.500')
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED .*\/api\/download\//)
    stage.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    const failedLook = visit.page.waitForEvent('requestfailed', { predicate: asksForStatus })
    await visit.context.setOffline(true)
    await visit.seeText('You are offline.')
    await failedLook
    stage.youtube.standin.configure({ stallMedia: false })
    expect(await visit.range()).toEqual([2, 5.5])

    await visit.context.setOffline(false)
    await visit.seeToast('Download Ready!')
    await expect.poll(() => visit.page.getByText('You are offline.').count(), PATIENTLY).toBe(0)
    expect(await visit.page.getByText('The server is not responding.').count()).toBe(0)
    await expectExactClip((await visit.save('360p')).bytes, { startTime: 2, endTime: 5.5 }, FRAME_RATE)
  })

  itAtLength(
    'to a server that is gone is shown, and a link is kept; when the server is back the clip is finished',
    async () => {
      const first = await startOwn({})
      const early = await stage.visit({ at: first.url })
      // Typing makes the page fetch what it needs to answer.
      await early.linkField.fill(LINK)
      await early.page.waitForLoadState('networkidle')
      const visit = await stage.visit({ at: first.url })
      // What the page asks while nobody is there is refused, and what it was just being told breaks off: the status, the
      // quota if it happens to be due, and what the player had not read yet.
      visit.expectComplaint(
        /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE) .*\/api\/(download\/|user\/quota|video\/[^/]+\/preview$)/,
      )
      await visit.openSample()
      await visit.typeRange('0:40', '0:48')
      const looks = await visit.hold(asksForStatus)
      await visit.optionButton('360p', 'Download').click()
      await visit.seeToast('Processing Started')
      await first.kill()
      looks.release()
      await visit.seeText('The server is not responding.')

      early.expectComplaint(/ERR_CONNECTION_REFUSED .*\/api\/video\/process$/)
      await early.button('Process').click()
      await early.seeToast('Error', 'The server is not responding. Please try again in a moment.')
      await expect.poll(() => early.linkField.inputValue(), PATIENTLY).toBe(LINK)

      const { dataDirectory } = first
      await startOwn({ dataDirectory, environment: { PORT: new URL(first.url).port } })
      await visit.seeToast('Download Ready!')
      await expect.poll(() => visit.page.getByText('The server is not responding.').count(), PATIENTLY).toBe(0)
      expect((await visit.save('360p')).bytes.length).toBeGreaterThan(100_000)
    },
  )
})

describe('haste', () => {
  it('two clicks on Process make one video, and two on Download one download', async () => {
    const visit = await stage.visit()
    await visit.linkField.fill(LINK)
    const processing = await visit.hold(asksToProcess)
    await visit.button('Process').dblclick()
    await visit.processingDialog.waitFor()
    processing.release()
    await visit.arriveAtVideo('Stand-in test video')
    expect(timesAsked(visit, /\/api\/video\/process$/)).toBe(1)

    await visit.typeRange('0:02.000', '0:04.250')
    const requests = await visit.hold(asksForDownload)
    await visit.optionButton('360p', 'Download').dblclick()
    await visit.optionButton('360p', 'Downloading...').click({ force: true })
    requests.release()
    await visit.seeToast('Download Ready!')
    expect(timesAsked(visit, /\/download$/)).toBe(1)
    await visit.seeText(/2 of 3 downloads left today\./)
  })

  itAtLength('a reload in the middle of a download brings it back, with its range', async () => {
    const visit = await visitWithRange('0:03.500', '0:07.000')
    stage.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    await visit.page.reload()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    expect(await visit.range()).toEqual([3.5, 7])
    stage.youtube.standin.configure({ stallMedia: false })
    await visit.seeToast('Download Ready!')
    await expectExactClip((await visit.save('360p')).bytes, { startTime: 3.5, endTime: 7 }, FRAME_RATE)
    await visit.seeText(/2 of 3 downloads left today\./)
  })
})
