import { browser } from 'wxt/browser'
import { defineBackground } from 'wxt/utils/define-background'

export default defineBackground(() => {
  // A page may not open pages of the extension itself.
  browser.runtime.onMessage.addListener((message: { search?: string; options?: true }) => {
    if (message.options) void browser.runtime.openOptionsPage()
    if (message.search !== undefined)
      void browser.tabs.create({ url: `${browser.runtime.getURL('/options.html')}#${message.search}` })
  })
  browser.action.onClicked.addListener(() => void browser.runtime.openOptionsPage())
})
