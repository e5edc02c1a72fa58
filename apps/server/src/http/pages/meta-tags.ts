import { type Html, html } from './html.ts'

type Tags = readonly (readonly [name: string, value: string | number])[]

/** Meta tags of a page: Open Graph's by `property`, all others by `name`. */
export const metaTags = (tags: Tags): Html =>
  html`${tags.map(([name, value]) =>
    name.startsWith('og:')
      ? html`<meta property="${name}" content="${value}">\n`
      : html`<meta name="${name}" content="${value}">\n`,
  )}`
