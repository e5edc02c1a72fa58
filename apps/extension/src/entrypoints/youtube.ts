import { createPanel } from '../panel/panel.ts'
import { videoIdIn } from '../watched-video.ts'

// All videos share one panel, which listens to keys and holds the marks.
const panel = createPanel()

function update(): void {
  const videoId = videoIdIn(location.href)
  if (videoId === null) panel.hide()
  else panel.show(videoId)
}

update()
// YouTube changes the address without loading a new document.
if ('navigation' in window) navigation.addEventListener('currententrychange', update)
// Firefox 128, the oldest version that the manifest allows, has no Navigation API.
else setInterval(update, 1000)
