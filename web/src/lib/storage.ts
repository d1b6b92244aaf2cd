/** What the browser keeps for the page, where it is allowed to keep anything. */

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // nowhere to keep it: it will be told again
  }
}
