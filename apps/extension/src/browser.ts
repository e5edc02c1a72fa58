/** Message from a page of YouTube to the background: opens a Kerf with this query, or the options. */
interface Message {
  search?: string
  options?: true
}

/** Functions of the browser for extensions, as far as this one calls them. Firefox has them by this name, too. */
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
