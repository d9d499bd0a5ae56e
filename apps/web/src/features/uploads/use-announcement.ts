import { useState } from 'react'
import type { Totals } from './totals.ts'
import { count, isFindingMore, outcome } from './words.ts'

type Phase = 'none' | 'stalled' | 'uploading' | 'asking' | 'still'

function phaseOf(totals: Totals): Phase {
  const { files, stalled, underWay, asking } = totals
  if (files === 0) return 'none'
  if (stalled) return 'stalled'
  if (underWay > 0 || isFindingMore(totals)) return 'uploading'
  return asking > 0 ? 'asking' : 'still'
}

function sentence(phase: Phase, totals: Totals): string {
  if (phase === 'stalled') return 'Waiting for the connection'
  if (phase === 'uploading') return `Uploading ${count(totals.underWay, 'file')}`
  // The dialog says it itself.
  if (phase === 'asking' || phase === 'none') return ''
  const { failed, done, skipped } = totals
  return failed > 0 ? `${count(done - skipped, 'file')} uploaded, ${failed} not` : outcome(totals)
}

/** For a screen reader: that it begins, waits and ends, and nothing in between. */
export function useAnnouncement(totals: Totals): string {
  const [said, setSaid] = useState({ phase: 'none' as Phase, text: '' })
  const phase = phaseOf(totals)
  if (phase === said.phase) return said.text
  const next = { phase, text: sentence(phase, totals) }
  setSaid(next)
  return next.text
}
