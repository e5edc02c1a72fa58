import { lazy, Suspense, useEffect } from 'react'
import { useSearch } from 'wouter'
import { messages } from '#messages/messages.ts'
import { pageTitle } from '../../app/use-page-title.ts'
import { scrollToSection } from '../../browser/scroll-to-section.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { FaqSection } from '../pricing/FaqSection.tsx'
import { loadProcessingDialog, loadResultScreen } from '../processing/load-processing.ts'
import { useProcessLink } from '../processing/use-process-link.ts'
import { FeaturesSection } from './FeaturesSection.tsx'
import { Hero } from './Hero.tsx'
import { PricingSection } from './PricingSection.tsx'

const ResultScreen = lazy(() => loadResultScreen().then((module) => ({ default: module.ResultScreen })))

/** The home page is the tool: the link field, and in its place the result once there is one. `?v=` names the video. */
export function HomePage() {
  const videoId = new URLSearchParams(useSearch()).get('v')
  const process = useProcessLink()
  const dialog = useLoaded(loadProcessingDialog, process.working ? 'working' : null)
  return (
    <>
      {videoId ? (
        <Suspense fallback={<div className="min-h-[80vh]" role="status" aria-label={messages.result.loading} />}>
          <ResultScreen key={videoId} videoId={videoId} process={process} />
        </Suspense>
      ) : (
        <Landing process={process} />
      )}
      {process.working && dialog && (
        <dialog.ProcessingDialog percent={process.percent} stage={process.stage} onCancel={process.cancel} />
      )}
    </>
  )
}

function Landing({ process }: { process: ReturnType<typeof useProcessLink> }) {
  useEffect(() => {
    document.title = pageTitle('home')
    scrollToSection(location.hash.slice(1))
  }, [])
  return (
    <>
      <Hero process={process} />
      <FeaturesSection />
      <PricingSection />
      <FaqSection />
    </>
  )
}
