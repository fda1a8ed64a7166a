// Starts the program of the page once the page itself has been seen: before that it would only delay the first picture.

// Where no first paint is told of, milliseconds until the program starts all the same.
const UNSEEN = 3000;

function start() {
  const script = document.createElement('script');
  // In a file that needs no server the program stands in the page as text.
  const program = document.getElementById('halfshaft-program');
  if (program) script.textContent = program.textContent;
  else script.src = 'viewer.js';
  program?.remove();
  document.body.append(script);
}

function whenSeen(then) {
  let waits = true;
  const once = () => {
    if (waits) then();
    waits = false;
  };
  // A page in the background is not painted.
  if (document.visibilityState === 'hidden') return once();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, UNSEEN);
}

whenSeen(start);
