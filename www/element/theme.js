/**
 * Which colours an element shows: the system's, a fixed theme, or those of the book around it.
 */

/** The dark themes of mdBook, as classes of the document's root. */
const DARK_BOOK_THEMES = ['coal', 'navy', 'ayu'];

/**
 * Keeps the element's `data-theme` and `color-scheme` in step with its theme; returns a function that stops it.
 * @param {HTMLElement & { theme: string }} element
 * @returns {() => void}
 */
export function followTheme(element) {
  const root = document.documentElement;
  const apply = () => {
    const { theme } = element;
    element.dataset.theme = theme;
    if (theme === 'book') {
      const dark = DARK_BOOK_THEMES.some((name) => root.classList.contains(name));
      element.style.colorScheme = dark ? 'dark' : 'light';
    } else if (theme === 'light' || theme === 'dark') {
      element.style.colorScheme = theme;
    } else {
      element.style.colorScheme = 'light dark';
    }
  };
  apply();
  if (element.theme !== 'book') return () => {};
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}
