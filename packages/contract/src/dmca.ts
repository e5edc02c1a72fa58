import {
  linksOfNotice,
  MAX_NOTICE_LINKS,
  NOTICE_LENGTHS,
  NOTICE_MAX_LINK_LENGTH,
} from '@kerf/domain/moderation/dmca-rules'
import { z } from 'zod'
import { email, oneLine } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'

const boundedText = ({ min, max }: { min: number; max: number }) => z.string().trim().min(min).max(max)

const links = z
  .array(z.url({ protocol: /^https?$/ }).max(NOTICE_MAX_LINK_LENGTH))
  .min(1)
  .max(MAX_NOTICE_LINKS)

/** The six elements of a notice: work, infringing links, author, two statements and signature. */
const notice = z.object({
  work: boundedText(NOTICE_LENGTHS.work).describe('Which work is infringed, and where the original is.'),
  links: links.describe('What infringes it: links to videos or clips.'),
  name: oneLine(NOTICE_LENGTHS.name),
  address: boundedText(NOTICE_LENGTHS.address).describe('Postal address.'),
  phone: oneLine(NOTICE_LENGTHS.phone),
  email,
  goodFaith: z.literal(true).describe('States in good faith that the use is not authorized.'),
  accurate: z.literal(true).describe('Accurate, and entitled to act, under penalty of perjury.'),
  signature: oneLine(NOTICE_LENGTHS.signature).describe("The full name, typed by the notice's author."),
})

/** The notice in the page's form: links in one text, statements still unchecked. */
export const noticeForm = notice.extend({
  links: z.string().transform(linksOfNotice).pipe(links),
  goodFaith: z.boolean().pipe(z.literal(true)),
  accurate: z.boolean().pipe(z.literal(true)),
})

export const sendNotice = endpoint('POST /api/dmca', {
  alwaysOpen: true,
  summary: "Report a copyright infringement. The notice is sent to the operator's mailbox.",
  body: notice,
  answer: z.object({ reference: z.string().describe('The reference of the notice in later emails.') }),
  refusals: ['too_many_requests'],
})
