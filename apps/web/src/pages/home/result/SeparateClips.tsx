import type { Batch } from '@kerf/contract/batch'
import type { QualityId } from '@kerf/domain/formats/quality'
import { buttonClass } from '@kerf/ui/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { batchWords } from '#messages/clips/batch.ts'
import { severalWords as words } from '#messages/clips/several.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { readStored, store } from '../../../browser/storage.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { batchPath } from '../../../data/navigation/pages.ts'
import { queryKeys } from '../../../data/queries/query-keys.ts'
import { optionsForFormat } from '../../../data/ranges/clip-choice.ts'
import { BatchStatus } from '../../../features/batch/BatchStatus.tsx'
import { useCreateBatch } from '../../../features/batch/use-batch.ts'
import { DownloadGrid } from '../../../features/download/DownloadGrid.tsx'
import type { DownloadGridProps } from '../../../features/download/download-grid-props.ts'
import type { RowOption } from '../../../features/download/option-row.ts'
import type { Downloads } from '../../../features/download/use-downloads.ts'
import { downloadRefusalOf, useRefusalToast } from '../../../features/download/use-refusal-toast.ts'

export type SeparateClipsProps = Pick<
  DownloadGridProps,
  'video' | 'ranges' | 'viewer' | 'quota' | 'downloads' | 'opened' | 'onOpened' | 'barAction'
>

/** A clip of each range. The grid requests a batch of them, which is shown above it. */
export function SeparateClips(props: SeparateClipsProps) {
  const { video, ranges, downloads } = props
  const queryClient = useQueryClient()
  const create = useCreateBatch()
  const showRefusal = useRefusalToast(video.id)
  const creation = useOneAtATime()
  const [requestedQuality, setRequestedQuality] = useState<QualityId | null>(null)
  const [batch, setBatch] = useState<{ id: string; request: string | null } | null>(() => {
    const id = readStored('batch', video.id)
    return id === null ? null : { id, request: null }
  })

  async function requestBatch({ quality, format }: RowOption): Promise<void> {
    const options = optionsForFormat(downloads.choice, format)
    const items = ranges.map((range) => ({ videoId: video.id, quality, ...range, ...options }))
    const request = JSON.stringify(items)
    // A second press for clips that are being cut changes nothing.
    if (batch?.request === request && isProcessing(batch.id)) return
    setRequestedQuality(quality)
    try {
      const newBatch = await create(items)
      store('batch', newBatch.id, video.id)
      setBatch({ id: newBatch.id, request })
    } catch (error) {
      showRefusal(downloadRefusalOf(error), toolWords.downloadToasts.error)
    }
  }

  const isProcessing = (id: string): boolean =>
    queryClient.getQueryData<Batch>(queryKeys.batch(id))?.status === 'processing'

  const batchDownloads: Downloads = {
    ...downloads,
    list: [],
    isRequesting: ({ quality }) => creation.busy && quality === requestedQuality,
    request: (option) => void creation.run(() => requestBatch(option)),
    newCut: words.cut(ranges.length),
  }
  return (
    <>
      {batch && (
        <BatchStatus
          key={batch.id}
          id={batch.id}
          fresh={batch.request !== null}
          ways={
            <Link href={batchPath(batch.id)} className={buttonClass({ variant: 'quiet' })}>
              {batchWords.status.ownPage}
            </Link>
          }
          gone={null}
        />
      )}
      <DownloadGrid
        {...props}
        downloads={batchDownloads}
        // Once there is a batch, its zip is the next step.
        isPrimary={batch === null}
      />
    </>
  )
}
