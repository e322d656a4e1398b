// The button of a print opened as a page; without this script the browser's own menu prints.
"use strict";

document.querySelector("[data-print]").addEventListener("click", () => window.print());
