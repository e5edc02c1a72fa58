import { createShadowRootUi } from 'wxt/utils/content-script-ui/shadow-root'
import { defineContentScript } from 'wxt/utils/define-content-script'
import styles from '../panel/panel.css?inline'
import { createPanel } from '../panel/panel.ts'
import { videoIdIn } from '../watched-video.ts'

export default defineContentScript({
  // From any other page of YouTube one gets to a video without a new document.
  matches: ['https://www.youtube.com/*'],
  async main(ctx) {
    // One for all videos: it listens to keys, and has their marks.
    const panel = createPanel(ctx)
    const ui = await createShadowRootUi(ctx, {
      name: 'kerf-marks',
      position: 'inline',
      css: styles,
      // YouTube draws its own elements again and again, and leaves the document's alone.
      anchor: 'html',
      onMount(container) {
        container.append(...panel.elements)
        return panel
      },
    })
    const look = (address: string): void => {
      const videoId = videoIdIn(address)
      if (videoId === null) {
        ui.remove()
        panel.rest()
        return
      }
      if (!ui.mounted) ui.mount()
      panel.show(videoId)
    }
    look(location.href)
    ctx.addEventListener(window, 'wxt:locationchange', ({ newUrl }) => look(newUrl.href))
  },
})
