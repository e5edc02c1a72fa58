import { BASE_PATH } from '@kerf/contract/protocol/base-path'
/** Messages between tabs of the same browser. */
export interface TabChannel<News> {
  send: (news: News) => void
  /** Calls back with messages of other tabs. Returns a function that stops listening. */
  listen: (callback: (news: News) => void) => () => void
}

/**
 * Opens a channel between tabs. It does nothing while pages are prerendered, and where the browser lacks or denies
 * channels: each tab then learns of changes when it is loaded again.
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
    return new BroadcastChannel(name + BASE_PATH)
  } catch {
    return null
  }
}
