import type { extensionWords } from '@kerf/messages/en/extension'
import { browser } from 'wxt/browser'

/** A sentence in the language of the browser, with what is inserted into it. */
export const say = (name: keyof typeof extensionWords, inserted = ''): string =>
  (browser.i18n.getMessage as (name: string, inserted: string) => string)(name, inserted)
