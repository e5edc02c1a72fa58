-- Jobs that wait when an earlier version is replaced get due times (domain/queue-order.ts) in place of their turns, whose parity
-- told the class. 1767225600 is 2026-01-01, from where due times are counted; an ordinary job is due an hour later, and each
-- further job of an owner half a minute.
DO $$
BEGIN
  -- pg-boss makes its tables after this, where there are none yet.
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  DROP INDEX IF EXISTS pgboss.kerf_asker, pgboss.kerf_served;
  UPDATE pgboss.job
  SET priority = -(old.created + old.behind + least(30 * old.earlier, 3600)),
    data = (data - 'asker' - 'lap') || jsonb_build_object('owner', old.owner, 'queueClass', old.class)
  FROM (
    SELECT id,
      coalesce(data->>'asker', id::text) AS owner,
      CASE WHEN priority % 2 = 0 THEN 'paid' ELSE 'ordinary' END AS class,
      CASE WHEN priority % 2 = 0 THEN 0 ELSE 3600 END AS behind,
      extract(epoch FROM created_on)::int - 1767225600 AS created,
      (row_number() OVER (PARTITION BY data->>'asker', priority % 2 ORDER BY priority DESC, created_on))::int - 1 AS earlier
    FROM pgboss.job
    WHERE name = 'cut-clip' AND state IN ('created', 'retry', 'active')
  ) AS old
  WHERE job.name = 'cut-clip' AND job.id = old.id;
END
$$;
