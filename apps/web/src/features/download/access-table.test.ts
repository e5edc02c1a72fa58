import { FREE_MAX_QUALITIES, type FreeMaxQuality, isProOnly, qualityAccess } from '@kerf/domain/access/quality-access'
import { VIEWER_KINDS, type ViewerKind } from '@kerf/domain/access/viewer'
import { QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { downloadFailureToast } from '../../data/downloads/download-failure.ts'
import { exampleOption } from '../../data/downloads/testing/example-download.ts'
import { OptionRow } from './OptionRow.tsx'
import { bestFreeQuality, rowAction } from './option-row.ts'
import type { Downloads } from './use-downloads.ts'

const RANGE = { startTime: 10, endTime: 20 }
const ACCESS_BY_REASON = { needs_account: 'sign_up', needs_pro: 'upgrade' } as const

/** Badges and button text of a row. */
const FREE_DOWNLOAD = 'FREE: Download'
const PRO_DOWNLOAD = 'PRO: Download'
const ADMIN_DOWNLOAD = 'ADMIN: Download'
const SIGN_UP = 'LOCKED: Sign Up Required'
const SIGN_UP_PRO = 'PRO LOCKED: Sign Up Required'
const UPGRADE_REQUIRED = 'PRO LOCKED: Upgrade Required'
/** Rows by viewer, in the order 2160p, 1080p, 720p, 480p, 360p, audio, where Free goes up to 480p. */
const EXPECTED_ROWS = {
  anonymous: [SIGN_UP_PRO, SIGN_UP_PRO, SIGN_UP_PRO, SIGN_UP, FREE_DOWNLOAD, FREE_DOWNLOAD],
  free: [UPGRADE_REQUIRED, UPGRADE_REQUIRED, UPGRADE_REQUIRED, FREE_DOWNLOAD, FREE_DOWNLOAD, FREE_DOWNLOAD],
  paid: [PRO_DOWNLOAD, PRO_DOWNLOAD, PRO_DOWNLOAD, FREE_DOWNLOAD, FREE_DOWNLOAD, FREE_DOWNLOAD],
  admin: [ADMIN_DOWNLOAD, ADMIN_DOWNLOAD, ADMIN_DOWNLOAD, FREE_DOWNLOAD, FREE_DOWNLOAD, FREE_DOWNLOAD],
}

function gridOptions(viewer: ViewerKind, setting: FreeMaxQuality) {
  return QUALITY_IDS.map((quality) => {
    const access = qualityAccess(viewer, quality, setting)
    return exampleOption({
      quality,
      label: QUALITIES[quality].label,
      format: QUALITIES[quality].format,
      isPro: isProOnly(quality, setting),
      access: access.allowed ? 'allowed' : ACCESS_BY_REASON[access.reason],
    })
  })
}

/** Badges, button text and first link of a rendered row. */
function renderRow(viewer: ViewerKind, setting: FreeMaxQuality, quality: QualityId) {
  const options = gridOptions(viewer, setting)
  const option = options[QUALITY_IDS.indexOf(quality)] ?? exampleOption()
  const action = rowAction({ option, downloads: [], ranges: [RANGE], requesting: false })
  const children = createElement(OptionRow, {
    video: { title: '', url: '' },
    option,
    options,
    action,
    optionDownloads: [],
    ranges: [RANGE],
    bytes: null,
    aspect: 16 / 9,
    fitted: null,
    viewer,
    downloads: {} as Downloads,
    limit: null,
  })
  const html = renderToStaticMarkup(createElement(Router, { ssrPath: '/', children }))
  const name = /class="option-name">(.*?)<\/p>/.exec(html)?.[1] ?? ''
  const badges = [...name.matchAll(/<span [^>]*>(.*?)<\/span>/g)].map(([, badge]) => textOfHtml(badge ?? ''))
  const button = /<button([^>]*)>(.*?)<\/button>/.exec(html)
  return {
    says: `${badges.join(' ')}: ${textOfHtml(button?.[2] ?? '')}`,
    isShut: /aria-disabled/.test(button?.[1] ?? ''),
    link: /href="([^"]*)"/.exec(html)?.[1],
  }
}

const textOfHtml = (html: string): string => html.replace(/<[^>]+>/g, '').trim()

it.each(VIEWER_KINDS)("the grid matches the server's rules for %s", (viewer) => {
  const column = viewer === 'pro' || viewer === 'lifetime' ? 'paid' : viewer
  const rows = QUALITY_IDS.map((quality) => renderRow(viewer, '480p', quality))
  expect(rows.map(({ says }) => says)).toEqual(EXPECTED_ROWS[column])
  expect(rows.map(({ isShut: isDisabled }) => isDisabled)).toEqual(
    QUALITY_IDS.map((quality) => !qualityAccess(viewer, quality, '480p').allowed),
  )
})

it('a row for free accounts leads to sign-up and back', () => {
  expect(renderRow('anonymous', '480p', '480p').link).toBe('/signup?then=%2F')
  expect(renderRow('anonymous', '480p', '1080p').link).toBe('/subscription')
})

it.each(FREE_MAX_QUALITIES)('a locked row names the qualities that Free includes: up to %s', (setting) => {
  for (const viewer of VIEWER_KINDS) expect(bestFreeQuality(gridOptions(viewer, setting))).toBe(setting)
  const bestQuality = setting === '360p' ? '360p' : `up to ${setting}`
  for (const code of ['needs_account', 'needs_pro'] as const)
    expect(downloadFailureToast({ code, freeBest: setting }, null, 'Download Error')).toEqual({
      title: 'Premium Feature',
      text: `High-quality downloads are available with Pro subscription. Free users can download ${bestQuality} and audio only.`,
    })
})
