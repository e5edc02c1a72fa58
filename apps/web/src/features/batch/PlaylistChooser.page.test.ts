import { type Playlist, readPlaylist } from '@kerf/contract/playlist'
import { processVideo } from '@kerf/contract/video'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { showOnOneOfBothScreens } from '../../testing/at-length.ts'
import { button, expectNoFaults, heading, pressOn, see, seeNo, seeText } from '../../testing/screen.ts'
import { answerRequests, scriptAccount, scriptCall } from '../../testing/scripted-server.ts'
import { addressParameter, scriptVideo } from '../../testing/video.ts'

const PLAYLIST_LINK = 'https://www.youtube.com/playlist?list=PLStandInList000000000000000000001'
const linksField = page.getByRole('textbox', { name: 'Links, one per line' })
const video = (number: number) => page.getByRole('checkbox', { name: new RegExp(`^Video ${number}(?!\\d)`) })
const linkOf = (number: number): string => `https://www.youtube.com/watch?v=Listed${String(number).padStart(5, '0')}`

const playlistOf = (count: number, changes: Partial<Playlist> = {}): Playlist => ({
  title: 'A list',
  videos: Array.from({ length: count }, (_, videoNumber) => ({
    url: linkOf(videoNumber + 1),
    title: `Video ${videoNumber + 1}`,
    channel: 'A channel',
    duration: videoNumber === 2 ? null : 60,
  })),
  unavailable: 0,
  isWhole: true,
  ...changes,
})

beforeEach(() => {
  scriptAccount({ user: { subscription: 'pro-monthly' } })
  scriptVideo({}, 'pro')
})

describe('a playlist in a batch', () => {
  it('is a line that becomes the chosen videos, in playlist order', async () => {
    const reads = scriptCall(readPlaylist, () => playlistOf(5, { unavailable: 2 }))
    await open('/batch')
    await linksField.fill(`kerf:sample 0:10-0:20\n${PLAYLIST_LINK}\nhttps://youtu.be/dQw4w9WgXcQ`)
    await button('Choose videos of the playlist in line 2').click()
    await seeText('0 of up to 18 chosen. 2 videos are private or deleted.')
    expect(reads.map(({ body }) => body)).toEqual([{ url: PLAYLIST_LINK }])
    await video(4).click()
    await pressOn(video(1), ' ')
    await button('Add 2 videos').click()
    await expect
      .element(linksField)
      .toHaveValue(`kerf:sample 0:10-0:20\n${linkOf(1)}\n${linkOf(4)}\nhttps://youtu.be/dQw4w9WgXcQ`)
    await see(button('Process 4 links'))
  })

  it('fills a batch with the first of many videos', async () => {
    scriptCall(readPlaylist, () => playlistOf(200, { isWhole: false }))
    await open(`/batch?list=${encodeURIComponent(PLAYLIST_LINK)}`)
    await seeText('0 of up to 20 chosen. Only the first 200 videos are listed.')
    await button('Choose the first 20').click()
    await seeText(/^20 of up to 20 chosen\./)
    await expect.element(video(21)).toBeDisabled()
    await button('Add 20 videos').click()
    await see(button('Process 20 links'))
  })

  it('shows why it cannot be read', async () => {
    scriptCall(readPlaylist, () => ({ refuse: 'youtube_playlist' }))
    await open(`/batch?list=${encodeURIComponent(PLAYLIST_LINK)}`)
    await seeText('This link leads to a playlist. Please paste the link of one of its videos.')
    await button('Close the playlist').click()
    await seeNo(button('Close the playlist'))
  })

  it('is free of accessibility faults', async () => {
    await showOnOneOfBothScreens()
    scriptCall(readPlaylist, () => playlistOf(5))
    await open(`/batch?list=${encodeURIComponent(PLAYLIST_LINK)}`)
    await see(video(1))
    await expectNoFaults()
  })
})

describe('a playlist that is pasted on the home page', () => {
  const refuseLink = () =>
    answerRequests(({ url }) =>
      url.pathname === processVideo.path
        ? Response.json({ error: 'This link leads to a playlist.', code: 'youtube_playlist' }, { status: 422 })
        : undefined,
    )

  it('opens as a batch with Pro', async () => {
    refuseLink()
    scriptCall(readPlaylist, () => playlistOf(3))
    await open(`/?url=${encodeURIComponent(PLAYLIST_LINK)}`)
    await see(heading('Several links at once'))
    await see(video(3))
    expect(addressParameter('list')).toBe(PLAYLIST_LINK)
  })

  it('is refused without Pro', async () => {
    scriptVideo({}, 'free')
    refuseLink()
    await open(`/?url=${encodeURIComponent(PLAYLIST_LINK)}`)
    await seeText('This link leads to a playlist. Please paste the link of one of its videos.')
  })
})
