import { spawn } from 'node:child_process'
import { isatty } from 'node:tty'

export const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

const hasTerminal = [0, 1, 2].some(stream => isatty(stream))

/**
 * A Ctrl-C reaches the whole process group, the child included: passing it on as well would ask it to stop twice.
 *
 * @param {string} signal
 */
export const needsPassingOn = signal => signal !== 'SIGINT' || !hasTerminal

/**
 * Runs a command in the foreground and tells how it ended. A signal that was meant for it but reached only us is
 * passed on. A child that ends well although it was told to stop counts as stopped: nothing more should be started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, stopped: boolean }>}
 */
export function runChild(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    let stopped = false
    const passOn = signal => {
      stopped = true
      if (needsPassingOn(signal)) child.kill(signal)
    }
    const release = () => {
      for (const signal of stopSignals) process.off(signal, passOn)
    }
    for (const signal of stopSignals) process.on(signal, passOn)
    child.once('error', error => {
      release()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      release()
      resolve({ code, signal, stopped })
    })
  })
}
