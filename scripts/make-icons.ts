import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../tests/journeys/src/harness/browser.ts'

/**
 * Renders the PNG icons and the image for shared links from logo, font and sample frames. Run by hand after a change.
 */
const ROOT = join(import.meta.dirname, '..')
const PUBLIC_PATH = join(ROOT, 'apps/web/public')

const dataUrl = async (path: string, type: string): Promise<string> =>
  `data:${type};base64,${(await readFile(join(ROOT, path))).toString('base64')}`

const logo = await dataUrl('apps/web/public/favicon.svg', 'image/svg+xml')
const video = await dataUrl('apps/server/sample/sample-filmstrip.jpg', 'image/jpeg')
const font = await dataUrl(
  'node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  'font/woff2',
)

const iconHtml = (size: number, inset: number): string =>
  `<body style="margin:0;background:${inset > 0 ? '#f3f2ee' : 'transparent'}"><img src="${logo}" style="position:absolute;left:${inset}px;top:${inset}px;width:${size - 2 * inset}px">`

/** Seven frames of the sample's sheet. The middle three are between the handles. */
function framesHtml(): string {
  const cell = (index: number) => `<i style="flex:1;background:url(${video}) -${index * 208}px 0"></i>`
  const piece = (from: number, to: number, style: string) =>
    `<div style="display:flex;flex:${to - from};${style}">${Array.from({ length: to - from }, (_, i) => cell(from + i)).join('')}</div>`
  const dimmedStyle = 'height:103px;filter:grayscale(1) brightness(.45)'
  return piece(0, 2, dimmedStyle) + handleHtml() + piece(2, 5, 'height:117px') + handleHtml() + piece(5, 7, dimmedStyle)
}
const handleHtml = (): string =>
  '<b style="width:16px;height:145px;background:#cf3507;border-radius:3px;margin:0 3px"></b>'

const socialHtml = `<style>@font-face{font-family:F;src:url(${font});font-weight:400 700}body{margin:0;width:1200px;height:630px;background:#f3f2ee;color:#191713;font-family:F}</style>
<div style="display:flex;align-items:center;gap:20px;padding:64px 72px 0;font:650 44px F"><img src="${logo}" width="56">Kerf</div>
<div style="padding:64px 72px 0;font:650 92px/1 F;letter-spacing:-.02em">Cut exactly<br>the part you want.</div>
<div style="position:absolute;left:0;right:0;bottom:44px;display:flex;align-items:center">${framesHtml()}</div>`

const { browser, close } = await launchBrowser()
async function paint(file: string, width: number, height: number, html: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  await writeFile(join(PUBLIC_PATH, 'icons', file), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await paint('icon-192.png', 192, 192, iconHtml(192, 0))
await paint('icon-512.png', 512, 512, iconHtml(512, 0))
await paint('icon-maskable-512.png', 512, 512, iconHtml(512, 80))
await paint('apple-touch-icon.png', 180, 180, iconHtml(180, 24))
await paint('social.png', 1200, 630, socialHtml)
await close()
