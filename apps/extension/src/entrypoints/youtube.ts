import { createPanel } from '../panel/panel.ts'
import { videoIdOf } from '../watched-video.ts'

// All videos share one panel, which listens to keys and stores the marks.
const panel = createPanel()

function updatePanel(): void {
  const videoId = videoIdOf(location.href)
  if (videoId === null) panel.hide()
  else panel.show(videoId)
}

updatePanel()
// YouTube changes the address without loading a new document.
if ('navigation' in window) navigation.addEventListener('currententrychange', updatePanel)
// Firefox 128, the oldest version that the manifest allows, has no Navigation API.
else setInterval(updatePanel, 1000)
