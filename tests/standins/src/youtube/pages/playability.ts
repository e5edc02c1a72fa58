import type { Refusal } from '../refusals.ts'

const THREE_HOURS_SECONDS = 3 * 60 * 60

/** YouTube's playabilityStatus: whether the video plays, and the sentences shown if it does not. */
export function playabilityStatus(videoId: string, refusal: Refusal | null): object {
  if (refusal === null) return { status: 'OK', playableInEmbed: true, contextParams: 'Q0FFU0FnZ0I=' }
  return {
    status: refusal.status,
    reason: refusal.reason,
    playableInEmbed: true,
    errorScreen: {
      playerErrorMessageRenderer: {
        reason: { simpleText: refusal.reason },
        ...(refusal.subreason === null ? {} : { subreason: { simpleText: refusal.subreason } }),
        icon: { iconType: 'ERROR_OUTLINE' },
      },
    },
    ...(refusal.status === 'LIVE_STREAM_OFFLINE' ? { liveStreamability: offlineSlate(videoId, refusal) } : {}),
  }
}

function offlineSlate(videoId: string, refusal: Refusal): object {
  return {
    liveStreamabilityRenderer: {
      videoId,
      offlineSlate: {
        liveStreamOfflineSlateRenderer: {
          scheduledStartTime: String(Math.floor(Date.now() / 1000) + THREE_HOURS_SECONDS),
          mainText: { runs: [{ text: refusal.reason }] },
        },
      },
    },
  }
}
