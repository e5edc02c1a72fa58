import { sql } from 'drizzle-orm'
import type { Executor } from '../engine/executor.ts'

/**
 * Inserts `count` accounts and `count` grants and purchases of plans. Every thousandth account is an admin, every
 * twentieth has Lifetime, and every fiftieth is suspended. The database generates the rows itself, within seconds.
 */
export async function seedPeople(executor: Executor, count: number): Promise<void> {
  await executor.execute(sql`
    insert into users (id, name, username, email, email_verified, role, subscription, is_active, last_active, created_at, updated_at)
    select 'seeded-' || i,
      (array['Anna', 'Bert', 'Clara', 'Dmitri', 'Émile', 'Fatima', 'Gösta', 'Hana'])[1 + i % 8] || ' ' || initcap(substr(md5('name' || i), 1, 4 + i % 6)),
      'user' || i || '-' || substr(md5('username' || i), 1, 4),
      'user' || i || '.' || substr(md5('email' || i), 1, 6) || '@' || (array['example.org', 'example.com', 'mail.example', 'post.example'])[1 + i % 4],
      i % 3 = 0,
      case when i % 1000 = 0 then 'admin' else 'user' end,
      case when i % 20 = 0 then 'lifetime' when i % 7 = 0 then 'pro-monthly' else 'free' end,
      i % 50 <> 0,
      case when i % 5 = 0 then null else timestamptz '2026-11-20T12:00:00Z' - (i * 7919::bigint % 100000) * interval '3 minutes' end,
      timestamptz '2026-11-20T12:00:00Z' - i * interval '5 minutes',
      timestamptz '2026-11-20T12:00:00Z'
    from generate_series(1, ${sql.raw(String(count))}) i`)
  await executor.execute(sql`
    insert into ledger (id, account_id, at, kind, plan, order_id, capture_id, amount_cents, currency, ends_at, granted_by)
    select 'seeded-' || i, 'seeded-' || (1 + i / 2), timestamptz '2025-01-01T12:00:00Z' + i * interval '5 minutes',
      case when i % 4 = 0 then 'grant' else 'purchase' end, case when i % 3 = 0 then 'lifetime' else 'pro-monthly' end,
      case when i % 4 <> 0 then 'order-' || i end, case when i % 4 <> 0 then 'capture-' || i end,
      case when i % 4 <> 0 then 499 end, case when i % 4 <> 0 then 'USD' end, null, case when i % 4 = 0 then 'seeded-1000' end
    from generate_series(1, ${sql.raw(String(count))}) i`)
}
