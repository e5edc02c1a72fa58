import type { Visit } from './visit.ts'

interface PlayerState {
  seconds: number
  playing: boolean
  rate: number
}

/**
 * Serves a stand-in of YouTube's embedded player without video. It exchanges the messages of `enablejsapi` with its
 * page.
 */
export async function serveYoutubePlayer(visit: Visit): Promise<void> {
  await visit.context.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<button>Play</button><button>Near the end</button><script>(${runPlayer})()</script>`,
    }),
  )
}

/** The state of the open player. */
export async function readPlayerState(visit: Visit): Promise<PlayerState> {
  const frame = visit.page.frames().find((candidate) => candidate.url().includes('youtube-nocookie'))
  if (!frame) throw new Error('No player is open.')
  return frame.evaluate(() => (globalThis as unknown as { player: PlayerState }).player)
}

/** Runs in the player's frame. */
function runPlayer(): void {
  const parameters = new URLSearchParams(location.search)
  const page = parameters.get('origin') ?? ''
  const player = { seconds: Number(parameters.get('start')), playing: false, rate: 1 }
  Object.assign(globalThis, { player })
  let updatedAt = performance.now()
  let isListening = false
  const PLAYING = 1
  const PAUSED = 2

  const post = (event: string, info?: unknown): void =>
    parent.postMessage(JSON.stringify({ event, info, id: 1, channel: 'widget' }), page)
  function advance(): void {
    const now = performance.now()
    if (player.playing) player.seconds += ((now - updatedAt) / 1000) * player.rate
    updatedAt = now
  }
  function report(): void {
    advance()
    const playerState = player.playing ? PLAYING : PAUSED
    if (isListening) post('infoDelivery', { currentTime: player.seconds, playbackRate: player.rate, playerState })
  }
  function change(work: () => void): void {
    advance()
    work()
    report()
  }
  const commands: Record<string, (value: number) => void> = {
    playVideo: () => Object.assign(player, { playing: true }),
    pauseVideo: () => Object.assign(player, { playing: false }),
    seekTo: (seconds) => Object.assign(player, { seconds }),
    setPlaybackRate: (rate) => Object.assign(player, { rate }),
  }
  addEventListener('message', ({ data, origin }) => {
    if (origin !== page) return
    const { event, func, args = [] } = JSON.parse(data)
    if (event === 'listening' && !isListening) {
      isListening = true
      post('onReady')
      report()
    }
    if (event === 'command') change(() => commands[func]?.(args[0]))
  })
  const [playButton, nearEnd] = document.querySelectorAll('button')
  playButton?.addEventListener('click', () => change(() => commands.playVideo?.(0)))
  nearEnd?.addEventListener('click', () => change(() => commands.seekTo?.(11.5)))
  setInterval(report, 250)
}
