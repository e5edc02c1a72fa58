/** Messages between the same browser's tabs: something has changed. */
export interface TabChannel<News> {
  send: (news: News) => void
  /** Calls back with what another tab sends. Returns what ends it. */
  listen: (callback: (news: News) => void) => () => void
}

/**
 * It stays closed while pages are built beforehand, when nobody is there to hear, and where the browser has no such channels
 * or keeps them closed with the rest of its storage: each tab then keeps to itself until it is loaded again.
 */
export function openTabChannel<News>(name: string): TabChannel<News> {
  const channel = typeof document === 'undefined' ? null : openChannel(name)
  return {
    send: (news) => channel?.postMessage(news),
    listen(callback) {
      const onMessage = (event: MessageEvent<News>): void => callback(event.data)
      channel?.addEventListener('message', onMessage)
      return () => channel?.removeEventListener('message', onMessage)
    },
  }
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
