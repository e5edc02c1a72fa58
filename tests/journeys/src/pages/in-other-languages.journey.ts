import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '@kerf/messages/languages'
import { videoIds } from '@kerf/standins/youtube/videos'
import { expect, it as itInBoth } from 'vitest'
import { isAtLength, it } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const stage = openStage({ youtube: false })

it('a visitor from Mexico pastes a link, cuts a part and saves it, all in Spanish', async () => {
  const context = await stage.browser.newContext({ locale: 'es-MX', viewport: PHONE, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
    await page.goto(stage.kerf.url)
    expect(await page.locator('html').getAttribute('lang')).toBe('es')

    await page.getByRole('textbox', { name: 'Enlace del video' }).fill('no es un enlace')
    await button('Abrir').click()
    await page.getByText('Introduce un enlace de YouTube válido.').first().waitFor()
    await page.getByRole('textbox', { name: 'Enlace del video' }).fill(linkTo(videoIds.ordinary))
    await button('Abrir').click()
    await page.getByRole('heading', { level: 1, name: 'Stand-in test video' }).waitFor()
    await page.getByText('1,234,567 vistas').waitFor()

    for (const [name, time] of [
      ['Fin', '0:09.5'],
      ['Inicio', '0:08'],
    ] as const) {
      await page.getByRole('textbox', { name, exact: true }).fill(time)
      await page.getByRole('textbox', { name, exact: true }).press('Enter')
    }
    await button('Aplicar').click()
    await page.getByText('Fragmento actualizado').first().waitFor()

    const row = page.getByRole('listitem', { name: '360p', exact: true })
    await row.getByRole('button', { name: /^Descargar/ }).click()
    await page.getByText('Descarga lista').first().waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Descargar \(\d+\.\d\sMB\)/ }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('kerf_360p.mp4')
    await expectExactClip(await readFile(await saved.path()), { startTime: 8, endTime: 9.5 }, FRAME_RATE)
    await row.getByRole('button', { name: /^Ver exactitud/ }).click()
    await page.getByText('Solo se recodificaron los fotogramas de los bordes.').first().waitFor()

    // Nothing on the page is wider than the phone.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), PATIENTLY)
      .toBeLessThanOrEqual(0)
  } finally {
    await context.close()
  }
})

/** The texts of buttons that are wider than their buttons. */
const cutOff = () =>
  [...document.querySelectorAll<HTMLElement>('.btn')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .map(({ innerText }) => innerText)

/** The longest words and the widest letters stand for all. */
const LOOKED_AT: readonly string[] = isAtLength ? LANGUAGES : ['de', 'ja']

itInBoth.each(LOOKED_AT)(
  'the pages say that they are in %s, name the others, and their buttons fit',
  async (language) => {
    const { page } = await stage.visit({ screen: PHONE, path: `/?lang=${language}` })
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const alternates = await page
      .locator('link[rel=alternate][hreflang]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')))
    expect(alternates).toEqual(expect.arrayContaining([...LANGUAGES]))
    for (const path of ['/', '/?url=sample&start=4&end=6', '/subscription', '/signup', '/tools']) {
      if (path !== '/') await page.goto(new URL(path, stage.kerf.url).href)
      if (path.includes('sample')) {
        const row = page.getByRole('listitem', { name: '360p', exact: true })
        await row.getByRole('button').first().click()
        await row.getByRole('button', { name: /0[.,]\d/ }).waitFor()
      }
      for (const screen of [PHONE, DESKTOP]) {
        await page.setViewportSize(screen)
        await expect.poll(() => page.evaluate(cutOff), PATIENTLY).toEqual([])
      }
    }
  },
)
