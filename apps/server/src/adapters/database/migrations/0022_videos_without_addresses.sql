-- Addresses stand in resolutions alone, which are short-lived; a viewer's video keeps what a choice needs.
UPDATE "videos" SET "details" = ("details" - '{thumbnailAddress,addressesExpireAt,resolvedBy}'::text[]) || jsonb_build_object(
  'hasThumbnail', "details" ->> 'thumbnailAddress' IS NOT NULL,
  'renditions', (
    SELECT coalesce(jsonb_agg(entry - '{address,headers,egress}'::text[] ORDER BY place), '[]')
    FROM jsonb_array_elements(coalesce("details" -> 'renditions', '[]')) WITH ORDINALITY AS entries(entry, place)
  ),
  'captions', (
    SELECT coalesce(jsonb_agg(entry - '{address,headers,egress}'::text[] ORDER BY place), '[]')
    FROM jsonb_array_elements(coalesce("details" -> 'captions', '[]')) WITH ORDINALITY AS entries(entry, place)
  ),
  'waveform', CASE jsonb_typeof("details" -> 'waveform') WHEN 'object' THEN "details" -> 'waveform' #- '{address}' ELSE 'null' END,
  'filmstrip', CASE jsonb_typeof("details" -> 'filmstrip') WHEN 'object' THEN
    "details" -> 'filmstrip' #- '{sheetAddresses}'
    || jsonb_build_object('sheetCount', jsonb_array_length(coalesce("details" #> '{filmstrip,sheetAddresses}', '[]')))
    ELSE 'null' END
);--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "title" text GENERATED ALWAYS AS (coalesce(details ->> 'title', '')) STORED NOT NULL;
