import { accountWords } from '#messages/account/account.ts'
import { siteOptions } from '../site-options.ts'

/** That an email is on its way, or the truth where none leave this server. */
export const mailNews = (title: string, text: string): { title: string; text: string } =>
  siteOptions().mail ? { title, text } : accountWords.noMail
