import { makeObserved } from './observed'

/** True from the moment when the browser did not take what a page wanted to keep. */
export const isUnkept = makeObserved(false)

/**
 * A storage of the browser. Where it is denied or full, its texts live as long as the page: the work goes on, and
 * `isUnkept` tells that a reload forgets it.
 */
class PatientStorage {
  private readonly unkept = new Map<string, string>()

  constructor(private readonly open: () => Storage) {}

  getItem(name: string): string | null {
    return this.unkept.get(name) ?? this.attempt((storage) => storage.getItem(name)) ?? null
  }

  setItem(name: string, text: string): void {
    this.removeItem(name)
    const isKept = this.attempt((storage) => {
      storage.setItem(name, text)
      return true
    })
    if (isKept) return
    this.unkept.set(name, text)
    if (!isUnkept.get()) isUnkept.set(true)
  }

  /** A text of before is gone, too: a reload must not bring it back. */
  removeItem(name: string): void {
    this.unkept.delete(name)
    this.attempt((storage) => storage.removeItem(name))
  }

  clear(): void {
    this.unkept.clear()
    this.attempt((storage) => storage.clear())
  }

  listNames(): string[] {
    const kept = this.attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index)))
    return [...this.unkept.keys(), ...(kept ?? []).filter((name) => name !== null)]
  }

  private attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(this.open())
    } catch {
      return undefined // denied, or full
    }
  }
}

/** Of this tab. */
export const tabStorage = new PatientStorage(() => sessionStorage)
/** Of this browser, for all its tabs. */
export const browserStorage = new PatientStorage(() => localStorage)
