import { describe, expect, it } from 'vitest'
import { PHONE } from './harness/browser.ts'
import { openStage } from './harness/stage.ts'
import { linkTo } from './harness/youtube.ts'

/** Nothing listens on the discard port of this machine: no connection leaves it. */
const stage = openStage({
  youtube: false,
  environment: { SOURCES: 'youtube', PATH: '/nowhere', OUTBOUND_PROXY: 'http://127.0.0.1:9' },
})

describe('on a server without yt-dlp and without any network', () => {
  it('a visitor on a phone sees what is missing for a YouTube link, and tries the sample up to the saved file', async () => {
    const visit = await stage.visit({ screen: PHONE })
    await visit.submitLink(linkTo('StandInVid1'))
    await visit.seeToast(
      'Error',
      'This server cannot open YouTube links yet: its downloader is missing. You can still try the sample.',
    )
    await visit.openSample()
    await visit.seeToast('Success', 'Your video is ready. Set start and end.')
    await visit.typeRange('0:10.000', '0:13.000')
    await visit.optionButton('360p', 'Download').click()
    await visit.seeToast('Download Ready!')
    const clip = await visit.save('360p')
    expect(clip.name).toBe('kerf_360p.mp4')
    expect(Buffer.from(clip.bytes.subarray(4, 8)).toString()).toBe('ftyp')
    await visit.optionButton('360p', 'How exact is this?').click()
    await visit.option('360p').getByText('Only the frames at the edges were re-encoded.').waitFor()

    const hosts = new Set(visit.requestedUrls.map((url) => new URL(url).host))
    expect([...hosts]).toEqual([new URL(stage.kerf.url).host])
  })
})
