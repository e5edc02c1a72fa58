import { browser } from '../browser.ts'

// Content scripts cannot open pages of the extension, so they send a message.
browser.runtime.onMessage.addListener(({ search, options }) => {
  if (options) void browser.runtime.openOptionsPage()
  if (search !== undefined) void browser.tabs.create({ url: `${browser.runtime.getURL('/options.html')}#${search}` })
})
browser.action.onClicked.addListener(() => void browser.runtime.openOptionsPage())
