/** Message from the panel to the background script. `search` opens a Kerf with this query. `options` opens the options. */
interface Message {
  search?: string
  options?: true
}

/** Browser functions that this extension calls. Firefox also offers them as `chrome`. */
declare const chrome: {
  action: { onClicked: { addListener(listener: () => void): void } }
  i18n: { getMessage(name: string, inserted: string): string }
  runtime: {
    getURL(path: string): string
    onMessage: { addListener(listener: (message: Message) => void): void }
    openOptionsPage(): Promise<void>
    sendMessage(message: Message): Promise<unknown>
  }
  tabs: { create(tab: { url: string }): Promise<unknown> }
}

export const browser = chrome
