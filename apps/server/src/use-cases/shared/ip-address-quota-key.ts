import { createHmac } from 'node:crypto'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import { isStranger, kindWithPlans } from '@kerf/domain/access/viewer'
import type { ViewerRecord } from '../../ports/clips.ts'
import { IP_ADDRESS_COUNT_PREFIX } from '../../ports/clips.ts'

/** Returns the quota key of an IP address for strangers and unconfirmed accounts; null for other viewers. */
export type IpAddressQuotaKey = (viewer: ViewerRecord | null, ipAddress: string) => string | null

export interface IpAddressQuotaKeyDeps {
  enabled: boolean
  /** HMAC key, so that trying all IP addresses against the table reveals no stranger. */
  secret: string
  /** False for IP addresses that many people share: behind an unconfigured proxy, or within a private network. */
  isPublicIpAddress: (ipAddress: string) => boolean
}

/** Counts by IP address, because a new cookie or an invented email is easier to get than a new IP address. */
export function ipAddressQuotaKey({ enabled, secret, isPublicIpAddress }: IpAddressQuotaKeyDeps): IpAddressQuotaKey {
  return (viewer, ipAddress) => {
    const isUnconfirmed = kindWithPlans(viewer) === 'free' && viewer?.unconfirmed === true
    if (!enabled || !(isStranger(viewer) || isUnconfirmed) || !isPublicIpAddress(ipAddress)) return null
    const hash = createHmac('sha256', secret)
      .update(`quota ${ipAddressBlock(ipAddress)}`)
      .digest('base64url')
    return `${IP_ADDRESS_COUNT_PREFIX}${hash}`
  }
}
