-- Tables, columns and fields of stored JSON by the names that the field uses.
ALTER TABLE "provider_notices" RENAME TO "provider_webhook_events";--> statement-breakpoint
ALTER INDEX "provider_notices_received" RENAME TO "provider_webhook_events_received";--> statement-breakpoint
ALTER TABLE "plan_end_letters" RENAME TO "plan_end_emails";--> statement-breakpoint
ALTER TABLE "plan_end_emails" RENAME COLUMN "told_at" TO "sent_at";--> statement-breakpoint
ALTER TABLE "plan_end_emails" RENAME CONSTRAINT "plan_end_letters_account_id_ends_at_distance_pk" TO "plan_end_emails_account_id_ends_at_distance_pk";--> statement-breakpoint
ALTER TABLE "processes" RENAME COLUMN "letter_failure" TO "email_failure";--> statement-breakpoint
UPDATE "videos" SET "details" = replace("details"::text, '"soundPreference":', '"audioPreference":')::jsonb WHERE "details"::text LIKE '%"soundPreference":%';--> statement-breakpoint
UPDATE "resolutions" SET "video" = replace("video"::text, '"soundPreference":', '"audioPreference":')::jsonb WHERE "video"::text LIKE '%"soundPreference":%';
