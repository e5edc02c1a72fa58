import { LANGUAGES } from '@kerf/messages/languages'
import { videoIds } from '@kerf/standins/youtube/videos'
import { expect, it } from 'vitest'
import { isFullRun } from '../harness/at-length.ts'
import { DESKTOP, type OpenOptions, PATIENTLY, PHONE } from '../harness/browser.ts'
import { findCutOffButtons } from '../harness/cut-off-buttons.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })

interface Visitor {
  who: string
  openOptions: OpenOptions
  language: string
  link: string
  open: string
  invalid: string
  views: string
  times: readonly (readonly [field: string, typed: string])[]
  apply: string
  applied: string
  download: RegExp
  ready: string
  save: RegExp
  receipt: RegExp
  exact: string
}

const FROM_MEXICO: Visitor = {
  who: 'from Mexico with a phone',
  openOptions: { locale: 'es-MX', screen: PHONE },
  language: 'es',
  link: 'Enlace del video',
  open: 'Abrir',
  invalid: 'Introduce un enlace de YouTube válido.',
  views: '1,234,567 vistas',
  times: [
    ['Fin', '0:09.5'],
    ['Inicio', '0:08'],
  ],
  apply: 'Aplicar',
  applied: 'Fragmento actualizado',
  download: /^Descargar/,
  ready: 'Descarga lista',
  save: /^Descargar \(\d+\.\d\sMB\)/,
  receipt: /^Ver exactitud/,
  exact: 'Solo se recodificaron los fotogramas de los bordes.',
}

const FROM_JAPAN: Visitor = {
  who: 'from Japan with full-width digits and forced colours',
  openOptions: { locale: 'ja-JP', screen: DESKTOP, forcedColors: true },
  language: 'ja',
  link: '動画のリンク',
  open: '開く',
  invalid: '正しいYouTubeのURLを入力してください。',
  views: '1,234,567回視聴',
  times: [
    ['終了時刻', '０：０９．５'],
    ['開始時刻', '８'],
  ],
  apply: '適用',
  applied: 'トリミングを更新しました',
  download: /^ダウンロード/,
  ready: 'ダウンロードできます',
  save: /^保存（\d+\.\d\sMB）/,
  receipt: /^どのくらい正確？/,
  exact: '再エンコードされたのは両端のフレームだけです。',
}

it.each([FROM_MEXICO, FROM_JAPAN])(
  'a visitor $who pastes a link, cuts a part and saves it, all in their language',
  async (visitor) => {
    const visit = await testbed.visit(visitor.openOptions)
    const { page } = visit
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    expect(await page.locator('html').getAttribute('lang')).toBe(visitor.language)

    await page.getByRole('textbox', { name: visitor.link }).fill('no link')
    await button(visitor.open).click()
    await page.getByText(visitor.invalid).first().waitFor()
    await page.getByRole('textbox', { name: visitor.link }).fill(linkTo(videoIds.ordinary))
    await button(visitor.open).click()
    await page.getByRole('heading', { level: 1, name: 'Stand-in test video' }).waitFor()
    await page.getByText(visitor.views).waitFor()

    for (const [name, time] of visitor.times) {
      await page.getByRole('textbox', { name, exact: true }).fill(time)
      await page.getByRole('textbox', { name, exact: true }).press('Enter')
    }
    await button(visitor.apply).click()
    await visit.seeToast(visitor.applied)

    await page.locator('.form-chip').click()
    const row = page.getByRole('listitem', { name: '360p', exact: true })
    await row.getByRole('button', { name: visitor.download }).click()
    await visit.seeToast(visitor.ready)
    const { name, bytes } = await visit.saveBy(row.getByRole('button', { name: visitor.save }))
    expect(name).toBe('kerf_360p.mp4')
    await expectExactClip(await bytes(), { startTime: 8, endTime: 9.5 }, FRAME_RATE)
    await row.getByRole('button', { name: visitor.receipt }).click()
    await page.getByText(visitor.exact).first().waitFor()

    await visit.expectToFit()
  },
)

/** Languages to check. `npm test` takes those with the longest words and the widest characters. */
const CHECKED_LANGUAGES: readonly string[] = isFullRun ? LANGUAGES : ['de', 'ja']

it.each(CHECKED_LANGUAGES)(
  'the pages declare that they are in %s, link to the others, and their buttons fit',
  async (language) => {
    const { page } = await testbed.visit({ screen: PHONE, path: `/?lang=${language}` })
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const alternates = await page
      .locator('link[rel=alternate][hreflang]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')))
    expect(alternates).toEqual(expect.arrayContaining([...LANGUAGES]))
    for (const path of ['/', '/?url=sample&start=4&end=6', '/subscription', '/signup', '/tools']) {
      if (path !== '/') await page.goto(new URL(path, testbed.kerf.url).href)
      if (path.includes('sample')) {
        await page.locator('.form-chip').click()
        const row = page.getByRole('listitem', { name: '360p', exact: true })
        await row.getByRole('button').first().click()
        await row.getByRole('button', { name: /0[.,]\d/ }).waitFor()
      }
      for (const screen of [PHONE, DESKTOP]) {
        await page.setViewportSize(screen)
        await expect.poll(() => page.evaluate(findCutOffButtons), PATIENTLY).toEqual([])
      }
    }
  },
)
