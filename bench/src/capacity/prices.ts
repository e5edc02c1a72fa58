/** What an operator pays, in any one currency. No provider's list: put your own in. */
export interface Prices {
  name: string
  assumedOn: string
  coreHour: number
  /** Out to visitors; what comes in from sources is mostly free, and has a price of its own where it is not. */
  gigabyteOut: number
  gigabyteIn: number
  /** Of clips that are kept, for a month. */
  gigabyteMonthStored: number
  /** Of the store: one that writes, and ten that read. */
  millionStoreWrites: number
  millionStoreReads: number
  /** An outgoing address, an hour. */
  addressHour: number
}

/** Round figures to calculate with, assumed on that day and quoted by nobody. */
export const EXAMPLE_PRICES: Prices = {
  name: 'example',
  assumedOn: '2026-11-22',
  coreHour: 0.03,
  gigabyteOut: 0.01,
  gigabyteIn: 0,
  gigabyteMonthStored: 0.02,
  millionStoreWrites: 5,
  millionStoreReads: 0.4,
  addressHour: 0.005,
}

export interface ClipBill {
  cores: number
  bandwidth: number
  storage: number
  storeCalls: number
  addresses: number
  total: number
}

const HOURS_A_MONTH = 730

/** What one clip costs, whatever the currency of the prices. */
export function clipBill(
  prices: Prices,
  clip: {
    coreSeconds: number
    /** How much of the cores that are paid for works, 0 to 1. */
    utilisation: number
    fetchedBytes: number
    sentBytes: number
    storedBytes: number
    storedHours: number
    storeWrites: number
    storeReads: number
    lookups: number
    lookupsPerAddressHour: number
  },
): ClipBill {
  const bill = {
    cores: (clip.coreSeconds / clip.utilisation / 3600) * prices.coreHour,
    bandwidth: (clip.sentBytes * prices.gigabyteOut + clip.fetchedBytes * prices.gigabyteIn) / 1e9,
    storage: ((clip.storedBytes / 1e9) * prices.gigabyteMonthStored * clip.storedHours) / HOURS_A_MONTH,
    storeCalls: (clip.storeWrites * prices.millionStoreWrites + clip.storeReads * prices.millionStoreReads) / 1e6,
    addresses: (clip.lookups / clip.lookupsPerAddressHour) * prices.addressHour,
  }
  return { ...bill, total: Object.values(bill).reduce((sum, part) => sum + part, 0) }
}
