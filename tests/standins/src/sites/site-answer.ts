/** A request to a site, with its body. */
export interface SiteRequest {
  url: URL
  body: string
}

export interface SiteAnswer {
  status?: number
  type?: string
  body: string | Buffer
  /** Value of the header Set-Cookie. */
  cookie?: string
}

export const json = (value: unknown, status = 200): SiteAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
