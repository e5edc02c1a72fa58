import './zod-without-eval.ts'
import './app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { forgiveMovedNodes } from '../browser/moved-nodes.ts'
import { App } from './App.tsx'

forgiveMovedNodes()

const root = document.getElementById('root')!
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

// Most pages are prerendered. Pages that depend on the visitor or on a video have an empty document.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
