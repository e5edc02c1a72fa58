import { createHmac } from 'node:crypto'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { ViewerRecord } from '../../ports/clips.ts'
import { ADDRESS_COUNT_PREFIX } from '../../ports/clips.ts'

/** The key under which an address is counted, beside a stranger's cookie or an unconfirmed account; null for all others. */
export type AddressQuotaKey = (viewer: ViewerRecord | null, address: string) => string | null

export interface AddressQuotaKeyDeps {
  enabled: boolean
  /** Without it nobody can tell from the table who was here, not even by trying out all addresses there are. */
  secret: string
  /** Behind a proxy that nobody named, or within a network, everybody has the same one: it says nothing about who they are. */
  isPublicAddress: (address: string) => boolean
}

/** Whoever throws their cookie away, or makes up an email, is somebody new, but hardly ever has a new address. */
export function addressQuotaKey({ enabled, secret, isPublicAddress }: AddressQuotaKeyDeps): AddressQuotaKey {
  return (viewer, address) => {
    const kind = viewer?.kindWithPlans ?? viewer?.kind ?? 'anonymous'
    const isStranger = kind === 'anonymous'
    const isMadeUp = kind === 'free' && viewer?.unconfirmed === true
    if (!enabled || !(isStranger || isMadeUp) || !isPublicAddress(address)) return null
    const hash = createHmac('sha256', secret)
      .update(`quota ${addressBlock(address)}`)
      .digest('base64url')
    return `${ADDRESS_COUNT_PREFIX}${hash}`
  }
}
