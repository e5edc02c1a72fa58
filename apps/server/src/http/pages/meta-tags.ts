import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { type Html, html } from './html.ts'

export type Tags = readonly (readonly [name: string, value: string | number])[]

interface Preview {
  address: string
  /** Open Graph's type. */
  type: string
  /** Twitter's card. */
  card: string
  title: string
  description: string
  image: { address: string; size: { width: number; height: number } | null } | null
}

/** Tags by which chats show a page. */
export const previewTags = ({ address, type, card, title, description, image }: Preview): Tags => [
  ['og:site_name', PRODUCT_NAME],
  ['og:type', type],
  ['og:url', address],
  ['og:title', title],
  ['og:description', description],
  ...(image ? ([['og:image', image.address]] as const) : []),
  ...sizeTags('og:image', image?.size ?? null),
  ['twitter:card', card],
  ['twitter:title', title],
  ['twitter:description', description],
  ...(image ? ([['twitter:image', image.address]] as const) : []),
]

export const sizeTags = (prefix: string, size: { width: number; height: number } | null): Tags =>
  size
    ? [
        [`${prefix}:width`, size.width],
        [`${prefix}:height`, size.height],
      ]
    : []

/** Meta tags of a page: Open Graph's by `property`, all others by `name`. */
export const metaTags = (tags: Tags): Html =>
  html`${tags.map(([name, value]) =>
    name.startsWith('og:')
      ? html`<meta property="${name}" content="${value}">\n`
      : html`<meta name="${name}" content="${value}">\n`,
  )}`
