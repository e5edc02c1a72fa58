import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { escapeHtml } from '@kerf/domain/text/escape-html'
import type { Language } from '@kerf/messages/languages'
import type { Email, EmailPart } from './email.ts'

/** Colours of the pages, repeated here because mail programs do not support CSS variables. */
const TEXT_COLOUR = '#191713'
const SOFT_TEXT_COLOUR = '#4f4b42'
const PAGE_COLOUR = '#f3f2ee'
const PANEL_COLOUR = '#e6e4dd'
const BUTTON_COLOUR = '#cf3507'
const FONT = "'Familjen Grotesk',system-ui,'Segoe UI',Roboto,sans-serif"

/** Style sheet for the reader's dark mode. Mail programs without style sheets show the light email. */
const DARK_STYLE = `@media (prefers-color-scheme:dark){
body,.paper{background:#131210!important;color:#f0ede5!important}
.soft,.soft a{color:#bcb6a9!important}
.panel{background:#211f1b!important;color:#f0ede5!important}
.blade{background:#ff6238!important;color:#190b05!important}
.mark{color:#f0ede5!important}
}`

/** Renders an email as HTML. It contains no images or other external resources, and all text is escaped. */
export function renderHtml(email: Email, language: Language, homeUrl: string): string {
  const homeLink = `<a href="${escapeHtml(homeUrl)}" style="color:${SOFT_TEXT_COLOUR}">${escapeHtml(homeUrl)}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${PAGE_COLOUR};color:${TEXT_COLOUR}">
<div class="paper" style="max-width:560px;padding:32px 24px;background:${PAGE_COLOUR};color:${TEXT_COLOUR};font:17px/1.5 ${FONT}">
<p class="mark" style="margin:0 0 28px;font-size:22px;font-weight:700;color:${TEXT_COLOUR}">${PRODUCT_NAME}</p>
${email.parts.map(renderHtmlPart).join('\n')}
<p class="soft" style="margin:36px 0 0;font-size:14px;color:${SOFT_TEXT_COLOUR}">${PRODUCT_NAME}, ${homeLink}</p>
</div>
</body>
</html>
`
}

function renderHtmlPart(part: EmailPart): string {
  switch (part.kind) {
    case 'words':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`
    case 'button':
      return `<p style="margin:24px 0 12px"><a class="blade" href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 20px;border-radius:3px;background:${BUTTON_COLOUR};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(part.label)}</a></p>
<p class="soft" style="margin:0 0 24px;font-size:14px;color:${SOFT_TEXT_COLOUR};word-break:break-all">${renderLink(part.url)}</p>`
    case 'link':
      return `<p class="soft" style="margin:0 0 16px;font-size:14px;color:${SOFT_TEXT_COLOUR}">${escapeHtml(part.text)}<br><span style="word-break:break-all">${renderLink(part.url)}</span></p>`
    case 'facts':
      return `<div class="panel" style="margin:0 0 24px;padding:12px 16px;border-radius:5px;background:${PANEL_COLOUR};color:${TEXT_COLOUR}">${part.facts.map(renderFact).join('')}</div>`
    case 'quote':
      return `<blockquote class="panel" style="margin:0 0 24px;padding:12px 16px;border-radius:5px;background:${PANEL_COLOUR};color:${TEXT_COLOUR}">${splitLines(part.text).map(escapeHtml).join('<br>')}</blockquote>`
  }
}

function renderFact([label, value]: readonly [string, string]): string {
  return `<p style="margin:4px 0"><span class="soft" style="font-size:14px;color:${SOFT_TEXT_COLOUR}">${escapeHtml(label)}</span><br><span style="word-break:break-word">${escapeHtml(value)}</span></p>`
}

function renderLink(url: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${SOFT_TEXT_COLOUR}">${escapeHtml(url)}</a>`
}

export function renderText(email: Email, homeUrl: string): string {
  const parts = email.parts.map(renderTextPart)
  return `${[...parts, `-- \n${PRODUCT_NAME}, ${homeUrl}`].join('\n\n')}\n`
}

function renderTextPart(part: EmailPart): string {
  switch (part.kind) {
    case 'words':
      return part.text
    case 'button':
      return `${part.label}:\n${part.url}`
    case 'link':
      return `${part.text}\n${part.url}`
    case 'facts':
      // A line break in a value would look like another fact.
      return part.facts.map(([label, value]) => `${label}: ${splitLines(value).join(' ')}`).join('\n')
    case 'quote':
      return splitLines(part.text)
        .map((line) => `> ${line}`)
        .join('\n')
  }
}

/** Splits text at every character that a mail program may show as a line break, so that each quoted line is marked. */
function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
}
