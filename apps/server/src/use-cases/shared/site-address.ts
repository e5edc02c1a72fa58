/** Path of PUBLIC_URL, such as `/kerf`; empty for a server with a host of its own. */
export const basePathOf = (publicUrl: URL | null): string => publicUrl?.pathname.replace(/\/$/, '') ?? ''

/** Address of this site, without a slash at its end. */
export const siteAddressOf = (publicUrl: URL): string => publicUrl.origin + basePathOf(publicUrl)
