CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is only ever added to.';
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
