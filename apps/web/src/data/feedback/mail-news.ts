import { accountWords } from '#messages/account/account.ts'
import { siteOptions } from '../site-options.ts'

/** Toast which says that an email is on its way, or that this server sends no emails. */
export const mailNews = (title: string, text: string): { title: string; text: string } =>
  siteOptions().mail ? { title, text } : accountWords.noMail
