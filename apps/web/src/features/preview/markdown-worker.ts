import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { isModest, type Part } from './markdown-size.ts'

// This file becomes /markdown-worker.js, alone and whole: it is served at that very path.

/** Before the rows of its tables are filled up. */
const refuseVast = () => (text: Part) => {
  if (!isModest(text)) throw new Error('This is too much to be drawn.')
}

function isLaidOut(text: string): boolean {
  try {
    Markdown({ children: text, remarkPlugins: [remarkGfm, refuseVast] })
    return true
  } catch {
    return false
  }
}

self.onmessage = ({ data: text }: MessageEvent<string>) => self.postMessage(isLaidOut(text))
self.postMessage('ready')
