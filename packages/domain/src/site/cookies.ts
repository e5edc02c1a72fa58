import { PRODUCT_SLUG } from './product.ts'

/**
 * All cookies of this site. The privacy page lists them. Over https, cookies that scripts cannot read have the prefix
 * `__Host-`. Where PUBLIC_URL has a path, the prefix is `__Secure-`, and the path is added to the name.
 */
export const COOKIES = {
  viewer: `${PRODUCT_SLUG}_viewer`,
  session: `${PRODUCT_SLUG}_session`,
  signedIn: `${PRODUCT_SLUG}_signed_in`,
  device: `${PRODUCT_SLUG}_device`,
  oidc: `${PRODUCT_SLUG}_oidc`,
  check: `${PRODUCT_SLUG}_check`,
  language: `${PRODUCT_SLUG}_language`,
} as const
