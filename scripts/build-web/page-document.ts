import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { NotLoadedSentences } from '../../apps/web/src/app/page-facts.ts'
import { LANGUAGES } from '../../packages/messages/src/languages.ts'

export interface PageContent {
  path: string
  title: string
  description: string
  /** Whether search engines may list the page. */
  listed: boolean
  language: string
  /** Text for browsers without scripts. */
  noScript: string
  /** Text for a failed load of the app. */
  notLoaded: NotLoadedSentences
  /** Prerendered HTML; empty for pages that the browser renders. */
  content: string
}

/** Placeholder for the server's origin, which is not known at build time. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid'

/** Document of a page: the built template with the page's own head and content. */
export function pageDocument(template: string, page: PageContent): string {
  const parts = [
    ['<html lang="en">', `<html lang="${page.language}">`],
    ['<title>Kerf</title>', `<title>${escapeHtml(page.title)}</title>`],
    ['<!-- page -->', headOf(page)],
    ['<!-- no script -->', escapeHtml(page.noScript)],
    ['<!-- not loaded -->', notLoadedHtml(page.notLoaded)],
    ['<div id="root"></div>', `<div id="root">${page.content}</div>`],
  ] as const
  return parts.reduce((document, [placeholder, content]) => fillPlaceholder(document, placeholder, content), template)
}

/** The empty href reloads the page. Browsers do not retry a failed module otherwise. */
function notLoadedHtml({ title, reload }: NotLoadedSentences): string {
  return `${escapeHtml(title)}. <a href="">${escapeHtml(reload)}</a>`
}

function headOf(page: PageContent): string {
  const description = tag('meta', { name: 'description', content: page.description })
  if (!page.listed) return [description, tag('meta', { name: 'robots', content: 'noindex' })].join('\n    ')
  const address = ORIGIN_PLACEHOLDER + page.path
  return [
    description,
    tag('link', { rel: 'canonical', href: `${address}?lang=${page.language}` }),
    ...LANGUAGES.map((code) => tag('link', { rel: 'alternate', hreflang: code, href: `${address}?lang=${code}` })),
    tag('link', { rel: 'alternate', hreflang: 'x-default', href: address }),
    tag('meta', { property: 'og:type', content: 'website' }),
    tag('meta', { property: 'og:site_name', content: PRODUCT_NAME }),
    tag('meta', { property: 'og:title', content: page.title }),
    tag('meta', { property: 'og:description', content: page.description }),
    tag('meta', { property: 'og:url', content: address }),
    tag('meta', { property: 'og:locale', content: page.language }),
    tag('meta', { property: 'og:image', content: `${ORIGIN_PLACEHOLDER}/icons/social.png` }),
    tag('meta', { property: 'og:image:width', content: '1200' }),
    tag('meta', { property: 'og:image:height', content: '630' }),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ].join('\n    ')
}

function tag(name: string, attributes: Record<string, string>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)
  return `<${name} ${pairs.join(' ')} />`
}

function fillPlaceholder(document: string, placeholder: string, content: string): string {
  if (!document.includes(placeholder)) throw new Error(`The page template has no ${placeholder}`)
  return document.replace(placeholder, () => content)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
