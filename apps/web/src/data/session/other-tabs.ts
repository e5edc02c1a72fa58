import { PRODUCT_SLUG } from '@kerf/domain/product'

const CHANNEL_NAME = `${PRODUCT_SLUG}:session`

/** The same browser's other tabs. It stays closed while pages are built beforehand: nobody is there to hear. */
const channel = typeof document === 'undefined' ? null : openChannel()

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL_NAME)
  } catch {
    // The browser has none, or keeps them closed with the rest of its storage: tabs then notice when they are looked at.
    return null
  }
}

/** Who is signed in, or their account, has changed here. Who it is, each tab asks the server itself. */
export function tellOtherTabs(): void {
  channel?.postMessage(null)
}

/** Calls back when another tab said so. Answers what ends it. */
export function onNewsOfOtherTabs(callback: () => void): () => void {
  channel?.addEventListener('message', callback)
  return () => channel?.removeEventListener('message', callback)
}
