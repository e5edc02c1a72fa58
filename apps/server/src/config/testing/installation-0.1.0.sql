CREATE SCHEMA drizzle;
CREATE SCHEMA pgboss;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO pgboss.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          pgboss.job_now(),
          pgboss.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN

      SELECT table_name, partition
      FROM pgboss.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
      END IF;

      DELETE FROM pgboss.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE pgboss.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE pgboss.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
      LOOP
        EXECUTE pgboss.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          pgboss.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        pgboss.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        pgboss.job_table_format(command, queue.table_name)
      FROM pgboss.queue
      WHERE partition = true;
    END;
    $$;
CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever added to.';
END
$$;
CREATE FUNCTION public.refuse_ledger_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is only ever added to.';
END
$$;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE pgboss.queue_stats_20261122 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.queue_stats_20261123 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.agreements (
    name text NOT NULL,
    fingerprint text NOT NULL
);
CREATE TABLE public.attempts (
    key text NOT NULL,
    count integer NOT NULL,
    last_at timestamp with time zone NOT NULL,
    forgotten_at timestamp with time zone NOT NULL
);
CREATE TABLE public.audit_log (
    "position" bigint NOT NULL,
    id text NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id text,
    action text NOT NULL,
    target_kind text,
    target_id text,
    target_name text,
    details text
);
ALTER TABLE public.audit_log ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.batches (
    id text NOT NULL,
    viewer_id text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.blocklist (
    id text NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    link text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text,
    notice_id text
);
CREATE TABLE public.clips (
    id text NOT NULL,
    source text NOT NULL,
    reference text NOT NULL,
    reference_key text NOT NULL,
    start_ms integer NOT NULL,
    end_ms integer NOT NULL,
    quality text NOT NULL,
    format text NOT NULL,
    job_id uuid,
    status text NOT NULL,
    stage text NOT NULL,
    progress double precision NOT NULL,
    eta_seconds double precision,
    error_code text,
    file_key text,
    size_bytes bigint,
    receipt jsonb,
    superseded boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    expires_at timestamp with time zone,
    joined_ranges text DEFAULT ''::text NOT NULL,
    failure_cause text,
    queue_class text DEFAULT 'ordinary'::text NOT NULL,
    ended_at timestamp with time zone
);
CREATE TABLE public.contact_messages (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.credentials (
    id text NOT NULL,
    user_id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.daily_storage (
    day text NOT NULL,
    bytes bigint NOT NULL
);
CREATE TABLE public.downloads (
    id text NOT NULL,
    viewer_id text NOT NULL,
    video_id text NOT NULL,
    clip_id text NOT NULL,
    quality text NOT NULL,
    format text NOT NULL,
    quota_day text,
    quota_month text,
    cancelled_at timestamp with time zone,
    deleted_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    quota_address text,
    batch_id text,
    batch_position integer
);
CREATE TABLE public.ledger (
    "position" bigint NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    plan text,
    order_id text,
    capture_id text,
    amount_cents integer,
    currency text,
    ends_at timestamp with time zone,
    granted_by text
);
ALTER TABLE public.ledger ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.newsletter_subscriptions (
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone
);
CREATE TABLE public.payment_orders (
    id text NOT NULL,
    provider_order_id text,
    account_id text NOT NULL,
    plan text NOT NULL,
    amount_cents integer NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    capture_id text,
    refunded_cents integer DEFAULT 0 NOT NULL,
    receipt_number integer,
    created_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    next_check_at timestamp with time zone,
    language text DEFAULT 'en'::text NOT NULL
);
CREATE TABLE public.plan_end_letters (
    account_id text NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    distance text NOT NULL,
    told_at timestamp with time zone NOT NULL
);
CREATE TABLE public.processes (
    id text NOT NULL,
    role text NOT NULL,
    host text NOT NULL,
    process_id integer NOT NULL,
    version text NOT NULL,
    concurrency integer NOT NULL,
    running integer NOT NULL,
    moved_at timestamp with time zone,
    letter_failure text,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
CREATE TABLE public.provider_notices (
    event_id text NOT NULL,
    event_type text NOT NULL,
    received_at timestamp with time zone NOT NULL
);
CREATE TABLE public.quota_usage (
    viewer_id text NOT NULL,
    period text NOT NULL,
    used integer NOT NULL
);
CREATE TABLE public.resolutions (
    source text NOT NULL,
    reference_key text NOT NULL,
    video jsonb NOT NULL,
    resolved_at timestamp with time zone NOT NULL
);
CREATE TABLE public.rounds (
    name text NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    is_under_way boolean NOT NULL,
    ended_at timestamp with time zone
);
CREATE TABLE public.second_factors (
    id text NOT NULL,
    user_id text NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean DEFAULT false NOT NULL,
    failed_verification_count integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    token text NOT NULL,
    ip_address text,
    user_agent text,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.settings (
    key text NOT NULL,
    value jsonb NOT NULL
);
CREATE TABLE public.takedown_notices (
    id text NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    address text NOT NULL,
    phone text NOT NULL,
    signature text NOT NULL,
    work text NOT NULL,
    links jsonb NOT NULL,
    status text NOT NULL,
    unblockable jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone
);
ALTER TABLE public.takedown_notices ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.takedown_notices_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.users (
    id text NOT NULL,
    name text NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    role text DEFAULT 'user'::text NOT NULL,
    subscription text DEFAULT 'free'::text NOT NULL,
    subscription_expires_at timestamp with time zone,
    is_active boolean DEFAULT true NOT NULL,
    two_factor_enabled boolean DEFAULT false NOT NULL,
    last_active timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    search_text text GENERATED ALWAYS AS (lower(((((name || '
'::text) || username) || '
'::text) || email))) STORED
);
CREATE TABLE public.verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.videos (
    id text NOT NULL,
    viewer_id text NOT NULL,
    source text NOT NULL,
    reference text NOT NULL,
    link text NOT NULL,
    start_ms integer NOT NULL,
    end_ms integer NOT NULL,
    details jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.viewers (
    id text NOT NULL,
    kind text NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;
ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');
ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'e8af56d1ef4ec9f1dd6a1cf589453e6c18be573b7a27873b22b1bffa6d20f2e6', 1795219423396);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, 'ca0bda7c59e43cb3d5ddaf84adba92891a3a7abc30731a0864e9c42a3aba4387', 1795240624828);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, '23640f0a2e02b355c6a6f4db2434497e2fdf475966f092ee0ae5159f7b26c18e', 1795246676632);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, '032f2d6f8a6d18d0e83103939907c57d7b9408c8980c9ee81f10dd954ede2f0b', 1795251910198);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, 'bddb4b5dce543f7d4951d5b9f34d3b5ab97cac637215ef49a1eaab29abb66406', 1795252659470);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, 'e9efce58c9197df4596a5973c165026708c9894138dc389d3f4bc740bd7fac50', 1795259026692);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, '5b7a302dab8db160cdd9cfc7600bf7f50334d37819bb8761aa9083fd51defd44', 1795263305732);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, '46102ed1dfa2e65646fc465f40455970a1bcf44035960af9cdfffa4758b6a7f2', 1795263307819);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, '6ec7ab4b717e09876fe818942b32a3ec311f929567a78454fff0333bc0b70c92', 1795265116604);
INSERT INTO drizzle.__drizzle_migrations VALUES (10, '2d36ace0a402299928be35f23e1b936e7f8dd557678cc2900786dceff1d07be6', 1795265119462);
INSERT INTO drizzle.__drizzle_migrations VALUES (11, '90c9fcc9f1293775191ec586442656ad40d5788772a4ffae2987b09f27822973', 1795267484506);
INSERT INTO drizzle.__drizzle_migrations VALUES (12, '671c0bdeffe012d7a3ae91927185e64615c03b234761c69448c849f05c951a89', 1795269317186);
INSERT INTO drizzle.__drizzle_migrations VALUES (13, '5c34d7e98c82491225e3995a5ea2add0f5f5ffbd4433d18baa008cedba9d4a83', 1795309689146);
INSERT INTO pgboss.job_common VALUES ('1a2051bf-fce0-4c93-840a-cb0d9273baf2', 'cut-clip', -9, '{"lap": 1, "asker": "NqHtNBQxqWyiy2W78uHTiNiedB4PzEbyqpxJaeH7h_o", "trail": {"requestId": "eac68b94-feef-49f7-a8bb-f2031a43b787"}, "clipId": "syOsrut54arDbKgqI-KOJg"}', 'created', 2, 0, 1, true, 10, 1800, 86400, NULL, NULL, NULL, NULL, '2026-11-22 21:46:57.3248+00', '2026-11-22 21:46:57.3248+00', NULL, NULL, '2026-12-06 21:46:57.3248+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('0bc03baa-a2fc-4f21-9195-175b92713cdd', 'send-mail', 0, '{"kind": "payment_receipt", "plan": "pro-monthly", "endsAt": "2026-12-20T12:00:00.000Z", "paidAt": "2026-11-20T12:00:00.000Z", "orderId": "ORDER-1", "language": "en", "startsAt": "2026-11-20T12:00:00.000Z", "accountId": "lIRJsfu72z2MFvrsNjE4Yg", "amountCents": 499, "receiptNumber": "KERF-2026-000001"}', 'created', 20, 0, 5, true, 3600, 120, 3600, NULL, NULL, NULL, NULL, '2026-11-22 21:46:58.964046+00', '2026-11-22 21:46:58.964046+00', NULL, NULL, '2026-12-06 21:46:58.964046+00', NULL, NULL, 'standard', NULL, 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('48ef1c6a-a401-4d8f-b9c1-d983971aee0f', 'cut-clip', -2, '{"lap": 1, "asker": "FQo3AcxWpVwrmzVyi_yYXqv1gSphkVNR2BWAS0H0Rys", "trail": {"requestId": "28ef4865-c228-4c81-b999-de34af2f4ccc"}, "clipId": "A19-cJSHlj3H-TgogYk91g"}', 'created', 2, 0, 1, true, 10, 1800, 86400, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.080141+00', '2026-11-22 21:46:59.080141+00', NULL, NULL, '2026-12-06 21:46:59.080141+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('f89d2033-295e-4970-8ba3-b431ed6db09b', 'cut-clip', -4, '{"lap": 2, "asker": "FQo3AcxWpVwrmzVyi_yYXqv1gSphkVNR2BWAS0H0Rys", "trail": {"requestId": "5f48f489-bb56-4372-874d-d5e26f75ed2b"}, "clipId": "qO765lxEKftdMxFkudxdLg"}', 'created', 2, 0, 1, true, 10, 1800, 86400, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.128947+00', '2026-11-22 21:46:59.128947+00', NULL, NULL, '2026-12-06 21:46:59.128947+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('72a3895b-0e1b-44b8-be8c-e891676f8dfc', 'cut-clip', -6, '{"lap": 3, "asker": "FQo3AcxWpVwrmzVyi_yYXqv1gSphkVNR2BWAS0H0Rys", "trail": {"requestId": "5f48f489-bb56-4372-874d-d5e26f75ed2b"}, "clipId": "JiNCVG_b_ma-E7gCNnbxxQ"}', 'created', 2, 0, 1, true, 10, 1800, 86400, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.128947+00', '2026-11-22 21:46:59.128947+00', NULL, NULL, '2026-12-06 21:46:59.128947+00', NULL, NULL, 'standard', NULL, 30, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('5f3e1758-34da-4ffe-8742-2ab7b3aecc21', 'send-mail', 0, '{"kind": "takedown_notice", "trail": {"requestId": "7b311548-9b50-48bd-a4c8-95fd000bb919"}, "language": "en", "noticeId": "3-9OBNcuwfsPJX43xaIfqw"}', 'created', 20, 0, 5, true, 3600, 120, 3600, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.474551+00', '2026-11-22 21:46:59.474551+00', NULL, NULL, '2026-12-06 21:46:59.474551+00', NULL, NULL, 'standard', NULL, 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('7a29c7ef-bc48-4450-bb82-4a26d535ec87', 'send-mail', 0, '{"kind": "confirm_newsletter", "email": "nina@example.org", "trail": {"requestId": "51d72f02-d7cb-4df1-a63d-0c10472479c5"}, "language": "en"}', 'created', 20, 0, 5, true, 3600, 120, 3600, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.537227+00', '2026-11-22 21:46:59.537227+00', NULL, NULL, '2026-12-06 21:46:59.537227+00', NULL, NULL, 'standard', NULL, 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('a06aef64-df0b-4858-951b-a4ceb2647998', 'send-mail', 0, '{"kind": "contact_message", "trail": {"requestId": "7f0cc15b-c296-4a3a-807f-6f8735b8decf"}, "language": "en", "messageId": "8D9bBCBAh3D8jQ0Jj6XnCQ"}', 'created', 20, 0, 5, true, 3600, 120, 3600, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.57771+00', '2026-11-22 21:46:59.57771+00', NULL, NULL, '2026-12-06 21:46:59.57771+00', NULL, NULL, 'standard', NULL, 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.job_common VALUES ('298e2c49-45da-497f-b41a-8963cb098ddb', 'send-mail', 0, '{"kind": "account_deleted", "name": "Eve", "email": "eve@example.org", "language": "en"}', 'created', 20, 0, 5, true, 3600, 120, 3600, NULL, NULL, NULL, NULL, '2026-11-22 21:46:59.639775+00', '2026-11-22 21:46:59.639775+00', NULL, NULL, '2026-12-06 21:46:59.639775+00', NULL, NULL, 'standard', NULL, 15, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO pgboss.queue VALUES ('cut-clip', 'standard', 2, 1, true, 10, 1800, 1209600, 86400, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, true, NULL, NULL, NULL, NULL, '2026-11-22 21:46:47.112961+00', '2026-11-22 21:46:55.754787+00');
INSERT INTO pgboss.queue VALUES ('send-mail', 'standard', 20, 5, true, 3600, 120, 1209600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 15, true, NULL, NULL, NULL, NULL, '2026-11-22 21:46:47.130417+00', '2026-11-22 21:46:55.780855+00');
INSERT INTO pgboss.version VALUES (43, NULL, '2026-11-22 21:46:47.124263+00', '2026-11-22 21:46:47.130955+00', NULL, NULL);
INSERT INTO public.attempts VALUES ('notice:WIN2qSHl8C1V71nVVZowzlyHhqpEks3iEX15MWlyRqg', 1, '2026-11-20 12:00:00+00', '2026-11-20 13:00:00+00');
INSERT INTO public.attempts VALUES ('newsletter_mail:SjCDJMKftBR0i8OsFY_oDHdN41OuZeHpDI_mugQ87pc', 1, '2026-11-20 12:00:00+00', '2026-11-20 13:00:00+00');
INSERT INTO public.attempts VALUES ('mail_from_address:WIN2qSHl8C1V71nVVZowzlyHhqpEks3iEX15MWlyRqg', 1, '2026-11-20 12:00:00+00', '2026-11-20 13:00:00+00');
INSERT INTO public.attempts VALUES ('contact:WIN2qSHl8C1V71nVVZowzlyHhqpEks3iEX15MWlyRqg', 1, '2026-11-20 12:00:00+00', '2026-11-20 13:00:00+00');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (1, 'oG6yo74t2TdRQPlJm5loig', '2026-11-20 12:00:00+00', 'lqGPeRsdUT976Tgw1mJ_VA', 'user_updated', 'account', 'Ee1aZVb6PXCZsHKJFiDARA', NULL, 'plan: Free, now Lifetime');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (2, 'TQBUYRcXbJfey3jvR4ycKQ', '2026-11-20 12:00:00+00', 'lqGPeRsdUT976Tgw1mJ_VA', 'user_updated', 'account', '75j2useffxOEnT7G8XheXw', NULL, 'active, now suspended');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (3, 'Krd0j3HTCSo9fzaBHEPK1Q', '2026-11-20 12:00:00+00', 'lqGPeRsdUT976Tgw1mJ_VA', 'settings_changed', NULL, NULL, NULL, 'Free max quality: 360p, now 480p; Daily limit: 5, now 7');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (4, 'QwaAz3VEHC1C2Sv7dSC1ZA', '2026-11-20 12:00:00+00', 'lqGPeRsdUT976Tgw1mJ_VA', 'link_blocked', 'block', 'tZe0V11hhc_DFrz1Ibjdjw', 'https://youtu.be/bbbbbbbbbbb', 'video: youtube:bbbbbbbbbbb; reason: rights');
INSERT INTO public.batches VALUES ('pvsuBJlT3mVWnZvwHTv44g', 'lIRJsfu72z2MFvrsNjE4Yg', '2026-11-20 12:00:00+00');
INSERT INTO public.blocklist VALUES ('tZe0V11hhc_DFrz1Ibjdjw', 'video', 'youtube:bbbbbbbbbbb', 'https://youtu.be/bbbbbbbbbbb', 'rights', '2026-11-20 12:00:00+00', 'lqGPeRsdUT976Tgw1mJ_VA', NULL);
INSERT INTO public.clips VALUES ('syOsrut54arDbKgqI-KOJg', 'youtube', 's2kwiRWr5rV', '6f4184f5f919f751128e1800504b736687889d881748e73340706a7ac5548bb4', 1500, 11250, '360p', 'mp4', '1a2051bf-fce0-4c93-840a-cb0d9273baf2', 'completed', 'done', 100, NULL, NULL, 'syOsrut54arDbKgqI-KOJg.mp4', 4, '{"way": "smart", "frames": 300, "clipBytes": 4, "bytesFetched": 1000, "framesCopied": 290, "durationSeconds": 10, "framesReencoded": 10, "lastFrameSeconds": 9.967, "wallMilliseconds": 5, "firstFrameSeconds": 0, "soundOffsetMilliseconds": 0}', false, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-21 12:00:00+00', '', NULL, 'ordinary', NULL);
INSERT INTO public.clips VALUES ('A19-cJSHlj3H-TgogYk91g', 'youtube', '-AbM-kRSMJM', '9226293dbd1516bc4e2b889591eefbc02ab3ee4b6fc5a91276274cfe77d76eee', 2000, 9000, '360p', 'mp4', '48ef1c6a-a401-4d8f-b9c1-d983971aee0f', 'completed', 'done', 100, NULL, NULL, 'A19-cJSHlj3H-TgogYk91g.mp4', 4, '{"way": "smart", "frames": 300, "clipBytes": 4, "bytesFetched": 1000, "framesCopied": 290, "durationSeconds": 10, "framesReencoded": 10, "lastFrameSeconds": 9.967, "wallMilliseconds": 5, "firstFrameSeconds": 0, "soundOffsetMilliseconds": 0}', false, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-21 12:00:00+00', '2000-4040,7000-9000', NULL, 'paid', NULL);
INSERT INTO public.clips VALUES ('JiNCVG_b_ma-E7gCNnbxxQ', 'youtube', '-AbM-kRSMJM', '9226293dbd1516bc4e2b889591eefbc02ab3ee4b6fc5a91276274cfe77d76eee', 5000, 8500, '360p', 'mp4', '72a3895b-0e1b-44b8-be8c-e891676f8dfc', 'queued', 'waiting', 0, NULL, NULL, NULL, NULL, NULL, false, '2026-11-20 12:00:00+00', NULL, NULL, NULL, '', NULL, 'paid', NULL);
INSERT INTO public.clips VALUES ('qO765lxEKftdMxFkudxdLg', 'youtube', '-AbM-kRSMJM', '9226293dbd1516bc4e2b889591eefbc02ab3ee4b6fc5a91276274cfe77d76eee', 0, 2000, '360p', 'mp4', 'f89d2033-295e-4970-8ba3-b431ed6db09b', 'completed', 'done', 100, NULL, NULL, 'qO765lxEKftdMxFkudxdLg.mp4', 4, '{"way": "smart", "frames": 300, "clipBytes": 4, "bytesFetched": 1000, "framesCopied": 290, "durationSeconds": 10, "framesReencoded": 10, "lastFrameSeconds": 9.967, "wallMilliseconds": 5, "firstFrameSeconds": 0, "soundOffsetMilliseconds": 0}', false, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-21 12:00:00+00', '', NULL, 'paid', NULL);
INSERT INTO public.contact_messages VALUES ('8D9bBCBAh3D8jQ0Jj6XnCQ', 'Otto', 'otto@example.org', 'Hello there', 'A question about cutting.', 'new', '2026-11-20 12:00:00+00');
INSERT INTO public.credentials VALUES ('o1WXCKjTYGGCnVVk5UELIw', 'lqGPeRsdUT976Tgw1mJ_VA', 'lqGPeRsdUT976Tgw1mJ_VA', 'credential', '83eb172e24c8373d0927890111002b1d:159862ca834e6497bc8556d1bd3ed522aca14c1ac9b8790775a7833a88ecc01983cb338239bec7ad497c3c23553ac8dcd63ec36e7018d83c0b824f2c616936ce', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 21:46:58.332+00', '2026-11-22 21:46:58.332+00');
INSERT INTO public.credentials VALUES ('xqiJwBRC5wi9Mg3fNKmyTg', 'lIRJsfu72z2MFvrsNjE4Yg', 'lIRJsfu72z2MFvrsNjE4Yg', 'credential', '83eb172e24c8373d0927890111002b1d:159862ca834e6497bc8556d1bd3ed522aca14c1ac9b8790775a7833a88ecc01983cb338239bec7ad497c3c23553ac8dcd63ec36e7018d83c0b824f2c616936ce', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 21:46:58.447+00', '2026-11-22 21:46:58.447+00');
INSERT INTO public.credentials VALUES ('qc7gRSxEqWiutle-WrEYsA', 'Ee1aZVb6PXCZsHKJFiDARA', 'Ee1aZVb6PXCZsHKJFiDARA', 'credential', '83eb172e24c8373d0927890111002b1d:159862ca834e6497bc8556d1bd3ed522aca14c1ac9b8790775a7833a88ecc01983cb338239bec7ad497c3c23553ac8dcd63ec36e7018d83c0b824f2c616936ce', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 21:46:58.475+00', '2026-11-22 21:46:58.475+00');
INSERT INTO public.credentials VALUES ('fLlu80qsR17auxF9lobN_g', '75j2useffxOEnT7G8XheXw', '75j2useffxOEnT7G8XheXw', 'credential', '83eb172e24c8373d0927890111002b1d:159862ca834e6497bc8556d1bd3ed522aca14c1ac9b8790775a7833a88ecc01983cb338239bec7ad497c3c23553ac8dcd63ec36e7018d83c0b824f2c616936ce', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 21:46:58.501+00', '2026-11-22 21:46:58.501+00');
INSERT INTO public.downloads VALUES ('naAto-IZsV7vjml33Ee8jQ', 'f2e9ff03-c79d-42f2-a235-e1bf82c67120', 'SaCoN3rTsuvBj81Igq8qjg', 'syOsrut54arDbKgqI-KOJg', '360p', 'mp4', '2026-11-20', '2026-11', NULL, NULL, '2026-11-20 12:00:00+00', 'address:fKd8dyYXNgUxptAl9a34nYGcT4OYoieTq6XX4bjSFm8', NULL, NULL);
INSERT INTO public.downloads VALUES ('DLppY4kCUSK9QWf7wYvMqQ', 'lIRJsfu72z2MFvrsNjE4Yg', '3uk9shCuI4xAB3niJNjeJg', 'A19-cJSHlj3H-TgogYk91g', '360p', 'mp4', '2026-11-20', '2026-11', NULL, NULL, '2026-11-20 12:00:00+00', NULL, NULL, NULL);
INSERT INTO public.downloads VALUES ('xxuQmBRu-ov-Kl_mM0fkSA', 'lIRJsfu72z2MFvrsNjE4Yg', '3uk9shCuI4xAB3niJNjeJg', 'qO765lxEKftdMxFkudxdLg', '360p', 'mp4', '2026-11-20', '2026-11', NULL, NULL, '2026-11-20 12:00:00+00', NULL, 'pvsuBJlT3mVWnZvwHTv44g', 0);
INSERT INTO public.downloads VALUES ('x2qaum5avzSjnFavGeFOvg', 'lIRJsfu72z2MFvrsNjE4Yg', '3uk9shCuI4xAB3niJNjeJg', 'JiNCVG_b_ma-E7gCNnbxxQ', '360p', 'mp4', '2026-11-20', '2026-11', NULL, NULL, '2026-11-20 11:59:59.999+00', NULL, 'pvsuBJlT3mVWnZvwHTv44g', 1);
INSERT INTO public.ledger OVERRIDING SYSTEM VALUE VALUES (1, 'ZBmBUOrVApRcJbVZRTtEAA', 'lIRJsfu72z2MFvrsNjE4Yg', '2026-11-20 12:00:00+00', 'purchase', 'pro-monthly', 'gt6ULaUBYIpl5FbVO6pqqQ', 'CAPTURE-2', 499, 'USD', NULL, NULL);
INSERT INTO public.ledger OVERRIDING SYSTEM VALUE VALUES (2, 'eXXxvSBQEIFvV_-4YW5zAw', 'Ee1aZVb6PXCZsHKJFiDARA', '2026-11-20 12:00:00+00', 'grant', 'lifetime', NULL, NULL, NULL, NULL, NULL, 'lqGPeRsdUT976Tgw1mJ_VA');
INSERT INTO public.newsletter_subscriptions VALUES ('nina@example.org', '2026-11-20 12:00:00+00', NULL);
INSERT INTO public.payment_orders VALUES ('n1lUK7-4GqbguJhJACf--w', 'ORDER-3', 'lIRJsfu72z2MFvrsNjE4Yg', 'lifetime', 19900, 'USD', 'created', NULL, 0, NULL, '2026-11-20 12:00:00+00', NULL, '2026-11-20 12:10:00+00', 'en');
INSERT INTO public.payment_orders VALUES ('gt6ULaUBYIpl5FbVO6pqqQ', 'ORDER-1', 'lIRJsfu72z2MFvrsNjE4Yg', 'pro-monthly', 499, 'USD', 'completed', 'CAPTURE-2', 0, 1, '2026-11-20 12:00:00+00', '2026-11-20 12:00:00+00', '2026-11-21 12:00:00+00', 'en');
INSERT INTO public.plan_end_letters VALUES ('lIRJsfu72z2MFvrsNjE4Yg', '2026-11-25 21:46:59.634556+00', '7', '2026-11-22 21:46:59.634556+00');
INSERT INTO public.processes VALUES ('left', 'worker', 'kerf-1', 4711, '0', 2, 1, NULL, NULL, '2026-11-21 11:00:00+00', '2026-11-22 21:46:41.63799+00');
INSERT INTO public.provider_notices VALUES ('EVENT-4', 'PAYMENT.CAPTURE.COMPLETED', '2026-11-20 12:00:00+00');
INSERT INTO public.quota_usage VALUES ('address:fKd8dyYXNgUxptAl9a34nYGcT4OYoieTq6XX4bjSFm8', 'lock', 0);
INSERT INTO public.quota_usage VALUES ('f2e9ff03-c79d-42f2-a235-e1bf82c67120', 'lock', 0);
INSERT INTO public.quota_usage VALUES ('address:fKd8dyYXNgUxptAl9a34nYGcT4OYoieTq6XX4bjSFm8', '2026-11', 1);
INSERT INTO public.quota_usage VALUES ('address:fKd8dyYXNgUxptAl9a34nYGcT4OYoieTq6XX4bjSFm8', '2026-11-20', 1);
INSERT INTO public.quota_usage VALUES ('f2e9ff03-c79d-42f2-a235-e1bf82c67120', '2026-11', 1);
INSERT INTO public.quota_usage VALUES ('f2e9ff03-c79d-42f2-a235-e1bf82c67120', '2026-11-20', 1);
INSERT INTO public.quota_usage VALUES ('75j2useffxOEnT7G8XheXw', 'lock', 0);
INSERT INTO public.quota_usage VALUES ('lIRJsfu72z2MFvrsNjE4Yg', 'lock', 0);
INSERT INTO public.quota_usage VALUES ('lIRJsfu72z2MFvrsNjE4Yg', '2026-11', 3);
INSERT INTO public.quota_usage VALUES ('lIRJsfu72z2MFvrsNjE4Yg', '2026-11-20', 3);
INSERT INTO public.resolutions VALUES ('youtube', '6f4184f5f919f751128e1800504b736687889d881748e73340706a7ac5548bb4', '{"title": "A film", "views": null, "channel": null, "filmstrip": null, "renditions": [{"id": "18", "width": 640, "height": 360, "address": "https://media.example/18", "bitrate": 500000, "carries": "both", "headers": {}, "container": "mp4", "frameRate": 30, "sizeBytes": 1000000, "audioCodec": "mp4a.40.2", "videoCodec": "avc1.42001E", "soundPreference": 0}], "publishedAt": null, "durationSeconds": 100, "thumbnailAddress": null, "addressesExpireAt": null}', '2026-11-20 12:00:00+00');
INSERT INTO public.resolutions VALUES ('youtube', '9226293dbd1516bc4e2b889591eefbc02ab3ee4b6fc5a91276274cfe77d76eee', '{"title": "A film", "views": null, "channel": null, "filmstrip": null, "renditions": [{"id": "18", "width": 640, "height": 360, "address": "https://media.example/18", "bitrate": 500000, "carries": "both", "headers": {}, "container": "mp4", "frameRate": 30, "sizeBytes": 1000000, "audioCodec": "mp4a.40.2", "videoCodec": "avc1.42001E", "soundPreference": 0}], "publishedAt": null, "durationSeconds": 100, "thumbnailAddress": null, "addressesExpireAt": null}', '2026-11-20 12:00:00+00');
INSERT INTO public.sessions VALUES ('RB5fqOlL_ZNWXfVkX7pqqQ', 'lqGPeRsdUT976Tgw1mJ_VA', 'KZKKfxPWdmfKtbqzBQbtUFgLB9c28hNN', '', 'a test', '2026-12-06 21:46:58.346+00', '2026-11-22 21:46:58.348+00', '2026-11-22 21:46:58.348+00');
INSERT INTO public.sessions VALUES ('e_jgGQohD0JK6otsyNSqcQ', 'lIRJsfu72z2MFvrsNjE4Yg', 'rkHjEBHJJcB0YbDcirEEHv1Ryi2C1ltY', '', 'a test', '2026-12-06 21:46:58.448+00', '2026-11-22 21:46:58.448+00', '2026-11-22 21:46:58.448+00');
INSERT INTO public.sessions VALUES ('05JQzJElbcCz9PYwvcsHaw', 'Ee1aZVb6PXCZsHKJFiDARA', 'hhzOA6fGiFT3c37XlKrLLmWsX5rptpsa', '', 'a test', '2026-12-06 21:46:58.476+00', '2026-11-22 21:46:58.476+00', '2026-11-22 21:46:58.476+00');
INSERT INTO public.sessions VALUES ('AnsR3isJaEwuiyVAmMjOPA', 'lIRJsfu72z2MFvrsNjE4Yg', 'jI6hotlKaTYH0ghW2m507KFOM7hnx3o4', '', 'a test', '2026-12-06 21:46:58.923+00', '2026-11-22 21:46:58.923+00', '2026-11-22 21:46:58.923+00');
INSERT INTO public.sessions VALUES ('GprUpI99MKA2nG5dRgEqwg', 'lqGPeRsdUT976Tgw1mJ_VA', 'OqzF6rdWMW0pSS2UxEYbGyUcgOBuVpF4', '', 'a test', '2026-12-06 21:46:58.939+00', '2026-11-22 21:46:58.939+00', '2026-11-22 21:46:58.939+00');
INSERT INTO public.settings VALUES ('freeMaxQuality', '"480p"');
INSERT INTO public.settings VALUES ('freeDailyLimit', '7');
INSERT INTO public.takedown_notices OVERRIDING SYSTEM VALUE VALUES ('3-9OBNcuwfsPJX43xaIfqw', 1, 'Rita Rights', 'rita@example.org', 'Somewhere 1, 10000 Town', '+1 555 0100', 'Rita Rights', 'My own film about ducks', '["https://youtu.be/aaaaaaaaaaa"]', 'open', '[]', '2026-11-20 12:00:00+00', NULL);
INSERT INTO public.users VALUES ('lqGPeRsdUT976Tgw1mJ_VA', 'Name of person-T-76kK1A74jkpl8ehAbDYw', 'person-T-76kK1A74jkpl8ehAbDYw', 'anna@example.org', true, NULL, 'admin', 'free', NULL, true, false, '2026-11-22 21:46:58.943+00', '2026-11-22 21:46:58.316+00', '2026-11-22 21:46:58.943+00', 0, DEFAULT);
INSERT INTO public.users VALUES ('lIRJsfu72z2MFvrsNjE4Yg', 'Name of person-dBIvXuJpzN0KCUQ8WiYsSw', 'person-dBIvXuJpzN0KCUQ8WiYsSw', 'bert@example.org', true, NULL, 'user', 'pro-monthly', '2026-12-20 12:00:00+00', true, false, '2026-11-22 21:46:58.931+00', '2026-11-22 21:46:58.445+00', '2026-11-22 21:46:58.978+00', 0, DEFAULT);
INSERT INTO public.users VALUES ('Ee1aZVb6PXCZsHKJFiDARA', 'Name of person-YjeIMSjMc9OoD-EDWbPfTw', 'person-YjeIMSjMc9OoD-EDWbPfTw', 'cleo@example.org', false, NULL, 'user', 'lifetime', NULL, true, false, '2026-11-22 21:46:58.478+00', '2026-11-22 21:46:58.473+00', '2026-11-22 21:46:59.013+00', 0, DEFAULT);
INSERT INTO public.users VALUES ('75j2useffxOEnT7G8XheXw', 'Name of person-69XU4J2ovZYdCroUgPrmug', 'person-69XU4J2ovZYdCroUgPrmug', 'dora@example.org', false, NULL, 'user', 'free', NULL, false, false, '2026-11-22 21:46:58.505+00', '2026-11-22 21:46:58.499+00', '2026-11-22 21:46:59.043+00', 0, DEFAULT);
INSERT INTO public.videos VALUES ('SaCoN3rTsuvBj81Igq8qjg', 'f2e9ff03-c79d-42f2-a235-e1bf82c67120', 'youtube', 's2kwiRWr5rV', 'https://youtu.be/x', 1500, 11250, '{"title": "A film", "views": null, "channel": null, "filmstrip": null, "renditions": [{"id": "18", "width": 640, "height": 360, "address": "https://media.example/18", "bitrate": 500000, "carries": "both", "headers": {}, "container": "mp4", "frameRate": 30, "sizeBytes": 1000000, "audioCodec": "mp4a.40.2", "videoCodec": "avc1.42001E", "soundPreference": 0}], "publishedAt": null, "durationSeconds": 100, "thumbnailAddress": null, "addressesExpireAt": null}', '2026-11-20 12:00:00+00');
INSERT INTO public.videos VALUES ('3uk9shCuI4xAB3niJNjeJg', 'lIRJsfu72z2MFvrsNjE4Yg', 'youtube', '-AbM-kRSMJM', 'https://youtu.be/x', 100, 5100, '{"title": "A film", "views": null, "channel": null, "filmstrip": null, "renditions": [{"id": "18", "width": 640, "height": 360, "address": "https://media.example/18", "bitrate": 500000, "carries": "both", "headers": {}, "container": "mp4", "frameRate": 30, "sizeBytes": 1000000, "audioCodec": "mp4a.40.2", "videoCodec": "avc1.42001E", "soundPreference": 0}], "publishedAt": null, "durationSeconds": 100, "thumbnailAddress": null, "addressesExpireAt": null}', '2026-11-20 12:00:00+00');
INSERT INTO public.viewers VALUES ('f2e9ff03-c79d-42f2-a235-e1bf82c67120', 'anonymous', 'lsz619gjUHoeDuVym5j3uEZRs8RYjQKrEfy-dUXMD0A', '2026-11-20 12:00:00+00');
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 13, true);
SELECT pg_catalog.setval('public.audit_log_position_seq', 4, true);
SELECT pg_catalog.setval('public.ledger_position_seq', 3, true);
SELECT pg_catalog.setval('public.takedown_notices_number_seq', 1, true);
ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY pgboss.queue_stats_20261122
    ADD CONSTRAINT queue_stats_20261122_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY pgboss.queue_stats_20261123
    ADD CONSTRAINT queue_stats_20261123_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT agreements_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocklist
    ADD CONSTRAINT blocklist_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clips
    ADD CONSTRAINT clips_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact_messages
    ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.daily_storage
    ADD CONSTRAINT daily_storage_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.newsletter_subscriptions
    ADD CONSTRAINT newsletter_subscriptions_pkey PRIMARY KEY (email);
ALTER TABLE ONLY public.payment_orders
    ADD CONSTRAINT payment_orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.plan_end_letters
    ADD CONSTRAINT plan_end_letters_account_id_ends_at_distance_pk PRIMARY KEY (account_id, ends_at, distance);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.provider_notices
    ADD CONSTRAINT provider_notices_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY public.quota_usage
    ADD CONSTRAINT quota_usage_viewer_id_period_pk PRIMARY KEY (viewer_id, period);
ALTER TABLE ONLY public.resolutions
    ADD CONSTRAINT resolutions_source_reference_key_pk PRIMARY KEY (source, reference_key);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.takedown_notices
    ADD CONSTRAINT takedown_notices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.videos
    ADD CONSTRAINT videos_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.viewers
    ADD CONSTRAINT viewers_pkey PRIMARY KEY (id);
CREATE INDEX kerf_asker ON ONLY pgboss.job USING btree (((data ->> 'asker'::text))) WHERE ((name = 'cut-clip'::text) AND (state < 'active'::pgboss.job_state) AND (NOT blocked));
CREATE INDEX job_common_expr_idx ON pgboss.job_common USING btree (((data ->> 'asker'::text))) WHERE ((name = 'cut-clip'::text) AND (state < 'active'::pgboss.job_state) AND (NOT blocked));
CREATE INDEX kerf_served ON ONLY pgboss.job USING btree (((priority % 2)), priority) WHERE ((name = 'cut-clip'::text) AND (started_on IS NOT NULL) AND (state >= 'active'::pgboss.job_state));
CREATE INDEX job_common_expr_priority_idx ON pgboss.job_common USING btree (((priority % 2)), priority) WHERE ((name = 'cut-clip'::text) AND (started_on IS NOT NULL) AND (state >= 'active'::pgboss.job_state));
CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));
CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261122_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261122 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261123_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261123 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);
CREATE INDEX attempts_forgotten_at ON public.attempts USING btree (forgotten_at);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, "position");
CREATE UNIQUE INDEX audit_log_id ON public.audit_log USING btree (id);
CREATE INDEX batches_viewer ON public.batches USING btree (viewer_id, created_at);
CREATE INDEX blocklist_created_at ON public.blocklist USING btree (created_at);
CREATE UNIQUE INDEX blocklist_key ON public.blocklist USING btree (kind, key);
CREATE INDEX clips_created_at ON public.clips USING btree (created_at, id);
CREATE INDEX clips_expiry ON public.clips USING btree (expires_at) WHERE (status = 'completed'::text);
CREATE INDEX clips_file ON public.clips USING btree (file_key) WHERE (file_key IS NOT NULL);
CREATE INDEX clips_finished_at ON public.clips USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX clips_live_wish ON public.clips USING btree (source, reference_key, start_ms, end_ms, joined_ranges, quality, format) WHERE ((status = ANY (ARRAY['queued'::text, 'processing'::text, 'completed'::text])) AND (NOT superseded));
CREATE INDEX clips_status ON public.clips USING btree (status, created_at);
CREATE INDEX contact_messages_created_at ON public.contact_messages USING btree (created_at);
CREATE INDEX contact_messages_email ON public.contact_messages USING btree (email);
CREATE UNIQUE INDEX credentials_user_provider ON public.credentials USING btree (user_id, provider_id);
CREATE INDEX downloads_batch ON public.downloads USING btree (batch_id, batch_position) WHERE (batch_id IS NOT NULL);
CREATE INDEX downloads_clip ON public.downloads USING btree (clip_id);
CREATE INDEX downloads_video ON public.downloads USING btree (video_id, viewer_id);
CREATE INDEX downloads_viewer ON public.downloads USING btree (viewer_id, created_at, id);
CREATE INDEX ledger_account ON public.ledger USING btree (account_id, "position");
CREATE INDEX ledger_at ON public.ledger USING btree (at);
CREATE UNIQUE INDEX ledger_capture_once ON public.ledger USING btree (capture_id, kind, amount_cents) WHERE (capture_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_id ON public.ledger USING btree (id);
CREATE INDEX ledger_plans ON public.ledger USING btree ("position") WHERE ((kind = ANY (ARRAY['purchase'::text, 'grant'::text])) AND (plan <> 'free'::text));
CREATE INDEX ledger_returns ON public.ledger USING btree (capture_id) WHERE ((kind <> 'purchase'::text) AND (capture_id IS NOT NULL));
CREATE INDEX payment_orders_account ON public.payment_orders USING btree (account_id, created_at);
CREATE UNIQUE INDEX payment_orders_capture ON public.payment_orders USING btree (capture_id);
CREATE INDEX payment_orders_due ON public.payment_orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX payment_orders_provider ON public.payment_orders USING btree (provider_order_id);
CREATE UNIQUE INDEX payment_orders_receipt ON public.payment_orders USING btree (receipt_number);
CREATE INDEX provider_notices_received ON public.provider_notices USING btree (received_at);
CREATE INDEX resolutions_resolved_at ON public.resolutions USING btree (resolved_at);
CREATE UNIQUE INDEX second_factors_user ON public.second_factors USING btree (user_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_token ON public.sessions USING btree (token);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX takedown_notices_created_at ON public.takedown_notices USING btree (created_at);
CREATE INDEX users_admins ON public.users USING btree (created_at, id) WHERE (role = 'admin'::text);
CREATE INDEX users_created_at ON public.users USING btree (created_at, id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX users_last_active ON public.users USING btree (last_active DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX users_lifetime ON public.users USING btree (created_at, id) WHERE (subscription = 'lifetime'::text);
CREATE INDEX users_name ON public.users USING btree (lower(name), id, name);
CREATE INDEX users_search_text ON public.users USING gin (search_text public.gin_trgm_ops);
CREATE INDEX users_suspended ON public.users USING btree (created_at, id) WHERE (NOT is_active);
CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username));
CREATE INDEX verifications_expiry ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);
CREATE INDEX verifications_value ON public.verifications USING btree (value);
CREATE INDEX videos_viewer ON public.videos USING btree (viewer_id);
CREATE UNIQUE INDEX viewers_token_hash ON public.viewers USING btree (token_hash);
ALTER INDEX pgboss.kerf_asker ATTACH PARTITION pgboss.job_common_expr_idx;
ALTER INDEX pgboss.kerf_served ATTACH PARTITION pgboss.job_common_expr_priority_idx;
ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;
ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261122_name_captured_on_deferred_count_queued_idx;
ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261122_pkey;
ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261123_name_captured_on_deferred_count_queued_idx;
ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261123_pkey;
CREATE TRIGGER audit_log_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER ledger_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_ledger_change();
ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES public.batches(id);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_clip_id_clips_id_fk FOREIGN KEY (clip_id) REFERENCES public.clips(id);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_video_id_videos_id_fk FOREIGN KEY (video_id) REFERENCES public.videos(id);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
