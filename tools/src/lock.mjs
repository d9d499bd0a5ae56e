import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const heartbeatMs = 2_000
const silentMs = 30_000

/** Does the work while no other process on this machine holds the same lock file. A lock of a dead process is taken over. */
export async function withLock(file, waitingText, work) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  const heartbeat = setInterval(() => touch(file), heartbeatMs)
  try {
    await acquire(file, mine, waitingText)
    return await work()
  } finally {
    clearInterval(heartbeat)
    if (holder(file) === process.pid) rmSync(file, { force: true })
    rmSync(mine, { force: true })
  }
}

async function acquire(file, mine, waitingText) {
  let told = false
  while (!tryLink(mine, file)) {
    if (isAbandoned(file)) takeAway(file, mine)
    else {
      if (!told) console.log(waitingText)
      told = true
      await pause(200)
    }
  }
}

// A hard link appears with its content at once, or not at all where the name is taken.
function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(file) {
  const pid = holder(file)
  if (pid === undefined) return false
  return !isAlive(pid) || Date.now() - lastSign(file) > silentMs
}

// Two waiting processes may both find a dead lock. Whoever removes the other's fresh lock by mistake puts it back.
function takeAway(file, mine) {
  const aside = `${mine}.aside`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (!isAbandoned(aside)) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function lastSign(file) {
  try {
    return statSync(file).mtimeMs
  } catch {
    return Date.now()
  }
}

function touch(file) {
  if (holder(file) !== process.pid) return
  const now = new Date()
  utimesSync(file, now, now)
}
