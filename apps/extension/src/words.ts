import type { extensionWords } from '@kerf/messages/en/extension'
import { browser } from './browser.ts'

/** A message in the language of the browser. @param inserted text for the placeholder of the message */
export const translate = (name: keyof typeof extensionWords, inserted = ''): string =>
  browser.i18n.getMessage(name, inserted)
