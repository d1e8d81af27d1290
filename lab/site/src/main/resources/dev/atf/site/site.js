// Search over the sections of all documents. The index is a script, since a page of file:// may
// load nothing else; it is loaded when the reader begins to search.
(() => {
  const up = document.currentScript.dataset.up;
  const input = document.getElementById('search');
  const results = document.getElementById('results');
  const SHOWN = 20;
  let sections;

  function load() {
    if (sections) return;
    sections = [];
    const script = document.createElement('script');
    script.src = up + 'search-index.js';
    script.onload = () => {
      sections = window.sections.map(([page, title, anchor, heading, text]) => ({
        href: up + page + (anchor && '#' + anchor),
        title, heading, text,
        head: (title + ' ' + heading).toLowerCase(),
        body: text.toLowerCase(),
      }));
      show();
    };
    document.head.append(script);
  }

  /** Every word must occur; a word in a heading weighs more, and most at the beginning of a word. */
  function score(section, words) {
    let sum = 0;
    for (const word of words) {
      const inHead = section.head.indexOf(word);
      const inBody = section.body.indexOf(word);
      if (inHead < 0 && inBody < 0) return 0;
      const begins = inHead === 0 || (inHead > 0 && !/[a-z0-9]/.test(section.head[inHead - 1]));
      sum += (inHead < 0 ? 0 : begins ? 10 : 6) + (inBody < 0 ? 0 : 1);
    }
    return sum;
  }

  function excerpt(section, words) {
    const at = Math.max(0, Math.min(...words.map(word => section.body.indexOf(word)).filter(i => i >= 0), section.text.length) - 60);
    const from = at >= section.text.length - 60 ? 0 : at;
    return (from ? '… ' : '') + section.text.slice(from, from + 160) + (from + 160 < section.text.length ? ' …' : '');
  }

  function element(name, text, attributes = {}) {
    const made = Object.assign(document.createElement(name), attributes);
    made.textContent = text;
    return made;
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    if (results.hidden) return;
    const found = sections
      .map(section => ({section, score: score(section, words)}))
      .filter(hit => hit.score > 0)
      .sort((a, b) => b.score - a.score);
    const list = document.createElement('ol');
    for (const {section} of found.slice(0, SHOWN)) {
      const item = document.createElement('li');
      const name = section.title === section.heading ? section.title : section.title + ' › ' + section.heading;
      item.append(element('a', name, {href: section.href}), element('p', excerpt(section, words)));
      list.append(item);
    }
    const count = found.length === 0 ? 'Nothing found' : found.length > SHOWN ? `${SHOWN} of ${found.length} sections` : '';
    results.replaceChildren(element('p', count), list);
  }

  function close() {
    results.hidden = true;
  }

  input.addEventListener('focus', load);
  input.addEventListener('input', show);
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') results.querySelector('a')?.click();
  });
  results.addEventListener('click', event => event.target.closest('a') && close());
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') close();
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });
})();
