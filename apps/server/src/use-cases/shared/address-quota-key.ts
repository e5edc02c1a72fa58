import { createHmac } from 'node:crypto'
import { addressBlock } from '@kerf/domain/access/address-block'
import { isStranger, kindWithPlans } from '@kerf/domain/access/viewer'
import type { ViewerRecord } from '../../ports/clips.ts'
import { ADDRESS_COUNT_PREFIX } from '../../ports/clips.ts'

/** Returns the quota key of an address for strangers and unconfirmed accounts; null for other viewers. */
export type AddressQuotaKey = (viewer: ViewerRecord | null, address: string) => string | null

export interface AddressQuotaKeyDeps {
  enabled: boolean
  /** HMAC key, so that trying all addresses against the table reveals no visitor. */
  secret: string
  /** False for addresses that many people share: behind an unconfigured proxy, or within a private network. */
  isPublicAddress: (address: string) => boolean
}

/** Counts by address because a new cookie or an invented email is easier to get than a new address. */
export function addressQuotaKey({ enabled, secret, isPublicAddress }: AddressQuotaKeyDeps): AddressQuotaKey {
  return (viewer, address) => {
    const isUnconfirmed = kindWithPlans(viewer) === 'free' && viewer?.unconfirmed === true
    if (!enabled || !(isStranger(viewer) || isUnconfirmed) || !isPublicAddress(address)) return null
    const hash = createHmac('sha256', secret)
      .update(`quota ${addressBlock(address)}`)
      .digest('base64url')
    return `${ADDRESS_COUNT_PREFIX}${hash}`
  }
}
