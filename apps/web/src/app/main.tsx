import './zod-without-eval.ts'
import './app.css'
import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { tolerateMovedNodes } from '../browser/moved-nodes.ts'
import { App } from './App.tsx'
import { useDocumentLocation } from './use-document-location.ts'

tolerateMovedNodes()

const root = document.getElementById('root')!
const app = (
  <StrictMode>
    <Router base={BASE_PATH} hook={useDocumentLocation}>
      <App />
    </Router>
  </StrictMode>
)

// Most pages are prerendered. Pages that depend on the visitor or on a video have an empty document.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
