import { describe, expect, it as itInBoth } from 'vitest'
import { isAtLength, it } from './harness/at-length.ts'
import { DESKTOP, PHONE } from './harness/browser.ts'
import { openStage } from './harness/stage.ts'
import { linkTo } from './harness/youtube.ts'

/** Nothing listens on the discard port of this machine: whatever wants to go out goes nowhere. */
const stage = openStage({
  youtube: false,
  environment: { SOURCES: 'youtube', PATH: '/nowhere', OUTBOUND_PROXY: 'http://127.0.0.1:9' },
})

const SCREENS = [
  { name: 'a phone', screen: PHONE, start: '0:10.000', end: '0:13.000' },
  { name: 'a desktop', screen: DESKTOP, start: '0:20.500', end: '0:23.500' },
]

describe('on a server without yt-dlp and without any network', () => {
  itInBoth.each(SCREENS.filter(({ screen }) => (screen === DESKTOP) === isAtLength))(
    'a visitor on $name tries the sample, from the first click to the saved file',
    async (journey) => {
      const { screen, start, end } = journey
      const visit = await stage.visit({ screen })
      await visit.openSample()
      await visit.seeToast('Success', 'Your video is ready. Set start and end.')
      await visit.typeRange(start, end)
      await visit.optionButton('360p', 'Download').click()
      await visit.seeToast('Download Ready!')
      const clip = await visit.save('360p')
      expect(clip.name).toBe('kerf_360p.mp4')
      expect(Buffer.from(clip.bytes.subarray(4, 8)).toString()).toBe('ftyp')

      await visit.option('360p').getByRole('button', { name: 'How exact is this?' }).click()
      const receipt = visit.option('360p')
      await receipt.getByText('Only the frames at the edges were re-encoded.').waitFor()
      const figure = async (name: string) =>
        receipt
          .getByRole('definition')
          .nth(await termNumber(name))
          .textContent()
      const termNumber = async (name: string) => (await receipt.getByRole('term').allTextContents()).indexOf(name)
      expect(await figure('Frames')).toBe('90')
      expect(await figure('Length')).toBe('0:03.000')
      expect(await figure('Audio offset')).toMatch(/^-?[01]\.\d ms$/)

      await visit.button('Preview Selection').click()
      await visit.seeToast('Preview Opened')
      await visit.button('Pause').waitFor()

      const hosts = new Set(visit.requestedUrls.map((url) => new URL(url).host))
      expect([...hosts]).toEqual([new URL(stage.kerf.url).host])
    },
  )

  it('a visitor with a YouTube link sees what is missing, and that the sample works', async () => {
    const visit = await stage.visit()
    await visit.submitLink(linkTo('StandInVid1'))
    await visit.seeToast(
      'Error',
      'This server cannot open YouTube links yet: its downloader is missing. You can still try the sample.',
    )
    await visit.openSample()
  })
})
