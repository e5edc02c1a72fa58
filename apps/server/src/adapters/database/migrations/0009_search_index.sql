-- A part of a name is found by its trigrams. Where this user may not install the extension, or the server has none, everything
-- works as well, only that searching reads every account. An index that is made by hand later is used without a restart:
--   CREATE EXTENSION pg_trgm; CREATE INDEX users_search_text ON users USING gin (search_text gin_trgm_ops);
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_search_text ON users USING gin (search_text gin_trgm_ops);
EXCEPTION
  -- Not allowed, not there (as older and newer servers say it), or installed where we do not look.
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'Searching people reads every account: %', SQLERRM;
END
$$;
