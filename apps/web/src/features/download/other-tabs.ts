const CHANNEL_NAME = 'kerf:downloads'

/** The same viewer's other tabs. Without such channels each tab keeps to itself, until it is loaded again. */
const channel = openChannel()

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL_NAME)
  } catch {
    // The browser has none, or keeps them closed with the rest of its storage.
    return null
  }
}

/** A download of this video was asked for, cancelled or deleted here. */
export function tellOtherTabs(videoId: string): void {
  channel?.postMessage(videoId)
}

/** Calls back when another tab did so. Answers what ends it. */
export function onNewsOfOtherTabs(videoId: string, callback: () => void): () => void {
  const listen = (event: MessageEvent): void => {
    if (event.data === videoId) callback()
  }
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
