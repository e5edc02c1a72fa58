import { readQuota } from '@kerf/contract/user'
import { type DownloadOption, setTrim } from '@kerf/contract/video'
import { isProOnly } from '@kerf/domain/access/quality-access'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { describe, expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { rewriteVideos, visitSample } from '../harness/sample-clip.ts'
import { exampleQuota } from '../harness/servers/script-account.ts'
import { exampleUser, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

/** This file covers texts that no other journey shows. */
const stage = openStage({ youtube: false })

describe('the home page', () => {
  it('types Cut, Trim and Download in turn, and asks for a link', async () => {
    const visit = await stage.visit({ reducedMotion: false })
    await visit.page.clock.install()
    await visit.page.reload()
    const headline = visit.page.getByRole('heading', { level: 1 })
    for (const word of ['Cut', 'Trim', 'Download']) {
      await expect
        .poll(async () => {
          await visit.page.clock.runFor(400)
          return headline.innerText()
        }, PATIENTLY)
        .toContain(`${word} exactly`)
    }
    expect(await visit.linkField.getAttribute('placeholder')).toBe('Paste a video URL')
  })

  itAtLength('has a footer whose links all work, also those to sections of the page', async () => {
    const visit = await stage.visit()
    const footer = visit.page.getByRole('contentinfo').getByRole('navigation', { name: 'More' })
    for (const [section, id] of [
      ['Pricing', 'pricing'],
      ['Features', 'features'],
    ] as const) {
      await footer.getByRole('link', { name: section, exact: true }).click()
      const top = () => visit.page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top)
      await expect
        .poll(async () => Math.abs(await top()), PATIENTLY)
        .toBeLessThan((visit.page.viewportSize()?.height ?? 0) / 2)
    }
    for (const [name, path] of [
      ['API', '/api'],
      ['Changelog', '/changelog'],
      ['DMCA', '/dmca'],
      ['Contact', '/contact'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
    ] as const) {
      await footer.getByRole('link', { name, exact: true }).click()
      await expect.poll(() => visit.path, PATIENTLY).toBe(path)
      await visit.page.getByRole('heading', { level: 1 }).waitFor()
    }
  })
})

it('a trim that the server refuses shows an error, stays on the timeline, and can be applied again', async () => {
  const visit = await visitSample(stage)
  const answer = Promise.withResolvers<void>()
  const trims = await scriptCall(visit, setTrim, async () => {
    await answer.promise
    return { refuse: 'internal' }
  })
  visit.expectComplaint(/500.*\/trim/)
  await visit.typeRange('0:10', '0:20')
  await visit.button('Apply Trim').press('Enter')
  expect(await visit.button('Applying...').isDisabled()).toBe(true)
  // Only one request is sent, however often the button is pressed.
  await visit.button('Applying...').press('Enter')
  answer.resolve()
  await visit.seeToast('Error', 'Failed to update trim settings')
  expect(trims).toHaveLength(1)
  await visit.seeFocus(visit.button('Apply Trim'))
  expect(await visit.range()).toEqual([10, 20])
  await visit.answerNothing()
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated', '0:10.000 to 0:20.000')
})

it('a video stays as it is when it turns out, after it has come, who is signed in', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await signedInAs(visit, exampleUser())
  const user = await visit.hold((request) => request.url().endsWith('/api/auth/user'))
  await visit.goToSample()
  const heading = await visit.page.getByRole('heading', { level: 1 }).elementHandle()
  user.release()
  await visit.button('Account menu of Anna Example').waitFor()
  expect(await heading?.evaluate((element) => element === document.activeElement)).toBe(true)
})

describe('the download options of a video in 4K', () => {
  /** Opens the sample as a 4K video, as a user with this plan. */
  async function openAs(viewer: 'free' | 'pro'): Promise<Visit> {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const subscription = viewer === 'pro' ? 'pro-monthly' : 'free'
    await signedInAs(visit, exampleUser({ subscription }))
    await scriptCall(visit, readQuota, () => exampleQuota({ viewer }))
    await rewriteVideos(visit, (video) => {
      video.options = video.options.map((option): DownloadOption => {
        // The widest setting for Free includes everything but 4K.
        const isPro = isProOnly(option.quality, '1080p')
        const codec = QUALITIES[option.quality].codec
        return { ...option, codec, isPro, access: isPro && viewer === 'free' ? 'upgrade' : 'allowed' }
      })
    })
    await visit.goToSample()
    return visit
  }
  const badges = (visit: Visit) => visit.option('4K 2160p').locator('.badge').allInnerTexts()

  it('are six, and the largest one is marked as Premium on Free', async () => {
    const visit = await openAs('free')
    const options = visit.page.getByRole('region', { name: 'Download Options' })
    await options.getByRole('heading', { level: 2, name: 'Download Options', exact: true }).waitFor()
    const labels = ['1080p (HD)', '720p', '480p', '360p', 'Audio (MP3, 320 kbps)', '4K 2160p'] as const
    const names = await options.locator('li').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')))
    expect(names).toEqual(labels)
    expect(await visit.page.title()).toBe('One day outside, in six shots | Kerf')
    expect(await visit.page.locator('h1').count()).toBe(1)
    for (const badge of ['4K Available', 'MP3 Audio', 'Fast Processing']) await visit.seeText(badge)

    await expect.poll(() => badges(visit), PATIENTLY).toEqual(['PRO', 'LOCKED'])
    const upgrade = visit.optionButton('4K 2160p', 'Upgrade Required')
    expect(await upgrade.isDisabled()).toBe(true)
    await upgrade.click({ force: true })
    await visit.seeToast(
      'Premium Feature',
      'High-quality downloads are available with Pro subscription. Free users can download up to 1080p and audio only.',
    )
    for (const label of labels.slice(0, -1)) {
      await visit.option(label).getByText('FREE', { exact: true }).waitFor()
      await visit.optionButton(label, 'Download').waitFor()
    }
    await visit.seeText(/^MP4, H\.264, about \d/, visit.option('720p'))
    await visit.seeText(/^MP3, about \d/, visit.option('Audio (MP3, 320 kbps)'))
    expect(await visit.page.getByText('System Demo').count()).toBe(0)
  })

  // buying.journey.ts covers how a purchase unlocks them.
  itAtLength('are all available to Pro', async () => {
    const visit = await openAs('pro')
    await expect.poll(() => badges(visit), PATIENTLY).toEqual(['PRO'])
    await visit.optionButton('4K 2160p', 'Download').waitFor()
    expect(await visit.page.getByText('LOCKED', { exact: true }).count()).toBe(0)
  })
})
