import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    status: text('status').$type<'new' | 'answered'>().notNull(),
    fromPayer: boolean('from_payer').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (message) => [
    index('contact_messages_created_at').on(message.createdAt),
    index('contact_messages_email').on(message.email),
  ],
)

export const newsletterSubscriptions = pgTable('newsletter_subscriptions', {
  /** Email in lower case. */
  email: text('email').primaryKey(),
  createdAt: time('created_at').notNull(),
  confirmedAt: time('confirmed_at'),
})
