package dev.atf.site;

/**
 * A page of the site.
 *
 * @param body HTML of its content
 */
record Page(PagePath target, String title, String body) {
  /** Returns the whole HTML. */
  String html(Navigation navigation) {
    var up = target.up();
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>%s</title>
    <link rel="stylesheet" href="%ssite.css">
    <script defer src="%ssite.js" data-up="%s"></script>
    </head>
    <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
    <a class="home" href="%sindex.html">ATF</a>
    <input type="search" id="search" placeholder="Search" autocomplete="off"
      aria-label="Search the documentation">
    <a class="menu" href="#nav">Menu</a>
    </header>
    <div id="results" role="region" aria-label="Results of the search" aria-live="polite" hidden>
    </div>
    <main id="content">
    %s</main>
    <nav id="nav" aria-label="Documents">
    %s</nav>
    </body>
    </html>
    """
        .formatted(Html.escape(title), up, up, up, up, body, navigation.html(target));
  }
}
