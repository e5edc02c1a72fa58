DROP INDEX "users_created_at";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || E'\n' || username || E'\n' || email)) STORED;--> statement-breakpoint
CREATE INDEX "ledger_plans" ON "ledger" USING btree ("position") WHERE kind in ('purchase', 'grant') and plan <> 'free';--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id","name");--> statement-breakpoint
CREATE INDEX "users_last_active" ON "users" USING btree ("last_active" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("created_at","id") WHERE role = 'admin';--> statement-breakpoint
CREATE INDEX "users_lifetime" ON "users" USING btree ("created_at","id") WHERE subscription = 'lifetime';--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","id") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id");