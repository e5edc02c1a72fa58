export const toolsWords = {
  lead: 'Open any video in Kerf with one click.',
  bookmarklet: {
    title: 'A bookmark',
    text: 'Drag this button to your bookmarks bar. Press it on any page with a video: the video opens here, from where it is playing.',
    name: (product: string) => `Cut in ${product}`,
    pressed: 'Do not press it here. Drag it to your bookmarks bar.',
    byHand: 'If you cannot drag it, make a bookmark of any page, and put this in place of its address:',
  },
  phone: {
    title: 'A phone',
    android:
      'Android: open the menu of your browser and add this site to the home screen. From then on it is in the list when you share a video.',
    iphone:
      'iPhone: make a bookmark, and put the text above in place of its address. Open it while you watch a video in the browser.',
  },
  extension: {
    title: 'The browser extension',
    text: 'On YouTube, it marks where clips begin and end, with Alt+I and Alt+O. “Cut in Kerf” opens them all here. It needs access to YouTube only, and downloads nothing.',
    install: 'It comes with the source code of this site:',
    load: 'Chrome and Edge: open chrome://extensions, turn on developer mode, and load apps/extension/dist/chrome-mv3. Firefox: open about:debugging, and load apps/extension/dist/firefox-mv3 as a temporary add-on.',
  },
  programs: {
    title: 'Programs and assistants',
    text: 'With an API key, scripts and the command line cut here. The command line comes with the source code of this site:',
    assistants: 'Assistants that speak MCP find their tools at this address:',
    keys: 'API keys',
  },
} as const
