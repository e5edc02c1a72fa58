import { type DownloadOption, setTrim } from '@kerf/contract/video'
import { isProOnly } from '@kerf/domain/access/quality-access'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleUser } from '../../../testing/examples/account-examples.ts'
import { exampleVideo, SAMPLE_TITLE } from '../../../testing/examples/video-examples.ts'
import { button, pressOn, region, see, seeFocus, seePath, seeText, seeToast } from '../../../testing/screen.ts'
import { requestedPaths, scriptCall, scriptUser } from '../../../testing/scripted-server.ts'
import {
  type OptionLabel,
  openSample,
  option,
  optionButton,
  scriptVideo,
  seeRange,
  typeRange,
} from '../../../testing/video.ts'

const FREE_REFUSAL =
  'High-quality downloads are available with Pro subscription. Free users can download 360p and audio only.'

const badgesOf = (label: OptionLabel): string[] =>
  option(label)
    .getByCss('.badge')
    .elements()
    .map((badge) => (badge as HTMLElement).innerText)

it('a refused trim shows an error, stays on the timeline, and can be applied again', async () => {
  const video = scriptVideo()
  await openSample()
  const answer = Promise.withResolvers<void>()
  const trims = scriptCall(setTrim, async (_call, callNumber) => {
    await answer.promise
    return callNumber === 1 ? { refuse: 'internal' } : video
  })
  await typeRange('0:10', '0:20')
  await pressOn(button('Apply Trim'), '{Enter}')
  await expect.element(button('Applying...')).toHaveAttribute('aria-disabled', 'true')
  // Only one request is sent, however often the button is pressed.
  await pressOn(button('Applying...'), '{Enter}')
  answer.resolve()
  await seeToast('Error', 'Failed to update trim settings')
  expect(trims).toHaveLength(1)
  await seeFocus(button('Apply Trim'))
  await seeRange(10, 20)
  await button('Apply Trim').click()
  await seeToast('Trim Updated', '0:10.000 to 0:20.000')
})

it('a stranger gets 360p and audio; a press or a key explains the rest', async () => {
  scriptVideo()
  await openSample()
  const seeRows = async (labels: OptionLabel[], button: string, badges: string[]) => {
    for (const label of labels) {
      await see(optionButton(label, button))
      await expect.poll(() => badgesOf(label)).toEqual(badges)
    }
  }
  await seeRows(['360p', 'Audio (MP3, 320 kbps)'], 'Download', ['FREE'])
  await seeRows(['1080p (HD)', '720p', '480p'], 'Sign Up Required', ['PRO', 'LOCKED'])
  await see(option('4K 2160p').getByText('UNAVAILABLE'))
  await see(option('4K 2160p').getByText('This video stops at 1080p'))
  await expect.element(optionButton('4K 2160p', 'Unavailable')).toBeDisabled()
  const demo = region('System Demo')
  await expect.element(demo.getByRole('link', { name: 'Sign Up Free' })).toHaveAttribute('href', '/auth/signup')
  await expect.element(demo.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth/signin')

  const lockedButton = optionButton('720p', 'Sign Up Required')
  await expect.element(lockedButton).toHaveAttribute('aria-disabled', 'true')
  await lockedButton.click({ force: true })
  await seeToast('Premium Feature', FREE_REFUSAL)
  await button('Dismiss').click()
  await pressOn(lockedButton, '{Enter}')
  await seeToast('Premium Feature', FREE_REFUSAL)
  expect(requestedPaths().filter((path) => path.endsWith('/download') && path.includes('/video/'))).toEqual([])
  // A free account does not include this quality.
  await see(option('720p').getByText('Included in Pro'))
  await option('720p').getByRole('link', { name: 'Pro' }).click()
  await seePath('/subscription')
})

describe('the download options of a video in 4K', () => {
  /** Opens the sample as a 4K video, as a user with this plan. */
  async function openAs(viewer: 'free' | 'pro'): Promise<void> {
    scriptUser(exampleUser({ subscription: viewer === 'pro' ? 'pro-monthly' : 'free' }))
    const options = exampleVideo(viewer).options.map((row): DownloadOption => {
      // The widest setting for Free includes everything but 4K.
      const isPro = isProOnly(row.quality, '1080p')
      const codec = QUALITIES[row.quality].codec
      return { ...row, codec, isPro, access: isPro && viewer === 'free' ? 'upgrade' : 'allowed' }
    })
    scriptVideo({ options }, viewer)
    await openSample()
  }
  const seeBadges = (badges: string[]) => expect.poll(() => badgesOf('4K 2160p')).toEqual(badges)

  it('are six, and the largest one is Premium on Free', async () => {
    await openAs('free')
    const options = region('Download Options')
    await see(options.getByRole('heading', { level: 2, name: 'Download Options' }))
    const labels = ['1080p (HD)', '720p', '480p', '360p', 'Audio (MP3, 320 kbps)', '4K 2160p'] as const
    const names = options
      .getByCss('li')
      .elements()
      .map((row) => row.getAttribute('aria-label'))
    expect(names).toEqual(labels)
    await expect.poll(() => document.title).toBe(`${SAMPLE_TITLE} | Kerf`)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    for (const badge of ['4K Available', 'MP3 Audio', 'Fast Processing']) await seeText(badge)

    await seeBadges(['PRO', 'LOCKED'])
    const upgrade = optionButton('4K 2160p', 'Upgrade Required')
    await expect.element(upgrade).toHaveAttribute('aria-disabled', 'true')
    await upgrade.click({ force: true })
    await seeToast(
      'Premium Feature',
      'High-quality downloads are available with Pro subscription. Free users can download up to 1080p and audio only.',
    )
    for (const label of labels.slice(0, -1)) {
      await see(option(label).getByText('FREE'))
      await see(optionButton(label, 'Download'))
    }
    await seeText(/^MP4, H\.264, about \d/, option('720p'))
    await seeText(/^MP3, about \d/, option('Audio (MP3, 320 kbps)'))
    expect(page.getByText('System Demo').length).toBe(0)
  })

  // buying.journey.ts covers how a purchase unlocks them.
  it('are all available to Pro', async () => {
    await openAs('pro')
    await seeBadges(['PRO'])
    await see(optionButton('4K 2160p', 'Download'))
    expect(page.getByText('LOCKED').length).toBe(0)
  })
})
