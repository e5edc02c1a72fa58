import { readContact } from '@kerf/contract/contact'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { button, emulateMedia, expectNoFaults, PHONE, see, seeNo, seePath, seeText } from '../../testing/screen.ts'
import { scriptAccount, scriptCall } from '../../testing/scripted-server.ts'

describe('the home page', () => {
  it('types Cut, Trim and Download in turn, and asks for a link', async () => {
    await emulateMedia('prefers-reduced-motion', 'no-preference')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open('/')
    const headline = page.getByRole('heading', { level: 1 })
    for (const word of ['Cut', 'Trim', 'Download']) {
      const typeOn = async () => {
        await vi.advanceTimersByTimeAsync(400)
        return headline.element().textContent
      }
      await expect.poll(typeOn).toContain(`${word} exactly`)
    }
    await expect
      .element(page.getByRole('textbox', { name: 'Video link' }))
      .toHaveAttribute('placeholder', 'Paste a video URL')
  })

  it('answers questions on a phone, including those not about plans', async () => {
    await page.viewport(PHONE.width, PHONE.height)
    await open('/#faq')
    for (const question of [
      'What does “exact to the frame” mean?',
      'What is kept, and for how long?',
      'Does it work on a phone?',
      'Can I cancel anytime?',
    ])
      await see(page.getByCss('#faq summary').filter({ hasText: question }))
    await page.getByText('Does it work on a phone?').click()
    await seeText(/On an iPhone the clip is in the Files app/)
    await expectNoFaults()
  })

  it('has a footer whose links to sections of the page work', async () => {
    await open('/')
    const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'More' })
    for (const [section, id] of [
      ['Pricing', 'pricing'],
      ['Features', 'features'],
    ] as const) {
      await footer.getByRole('link', { name: section }).click()
      await expect
        .poll(() => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN))
        .toBeLessThan(innerHeight / 2)
    }
  })

  it.each([
    ['API', '/api'],
    ['Changelog', '/changelog'],
    ['DMCA', '/dmca'],
    ['Contact', '/contact'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ])('has a footer that leads to %s', async (name, path) => {
    scriptCall(readContact, () => ({ chatUrl: null }))
    await open('/')
    const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'More' })
    await footer.getByRole('link', { name }).click()
    await seePath(path)
    await see(page.getByRole('heading', { level: 1 }))
  })
})

describe('the line about Pro', () => {
  const line = page.getByRole('complementary', { name: 'Our own ad' })
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top

  it('is shown below the tool to strangers and users on Free only', async () => {
    await page.viewport(PHONE.width, PHONE.height)
    await open('/')
    await see(line)
    expect(line.element().getBoundingClientRect().top).toBeGreaterThan(PHONE.height)
    const featuresTop = topOf('features')
    scriptAccount({ user: { subscription: 'pro-monthly' } })
    await open('/')
    await button('Menu').click()
    await see(page.getByRole('link', { name: 'Several links at once' }).first())
    await seeNo(line)
    await button('Menu').click()
    // The space of the ad is reserved, so the layout is the same without it.
    await expect.poll(() => topOf('features')).toBeCloseTo(featuresTop ?? 0, 0)
  })
})
