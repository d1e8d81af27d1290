package dev.atf.e2e.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.atf.testtime.TestTimeouts;
import java.util.Map;
import java.util.stream.Stream;

/** A browser without a window. */
final class ConsoleBrowser implements AutoCloseable {
  /** Lets the console ask again after a quarter of its pauses, for which tests wait often. */
  private static final String SHORT_PAUSES =
      """
      {
        const later = setTimeout;
        window.setTimeout = (run, millis, ...more) => later(run, millis / 4, ...more);
      }
      """;

  private final Playwright playwright;
  private final Browser browser;

  private ConsoleBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /**
   * Starts a browser.
   *
   * @param more of the browser's command line
   */
  static ConsoleBrowser start(String... more) {
    var chromium = Chromium.require();
    PlaywrightAssertions.setDefaultAssertionTimeout((double) TestTimeouts.STALL.toMillis());
    var playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    var browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium)
                    // Tests run as root in containers, too; nothing but our own pages is opened.
                    .setArgs(
                        Stream.concat(Stream.of("--no-sandbox", "--disable-gpu"), Stream.of(more))
                            .toList()));
    return new ConsoleBrowser(playwright, browser);
  }

  /** Opens a tab of {@link View} 1280, light. */
  ConsolePage page(String uri) {
    var view = new View(1280, ColorScheme.LIGHT);
    var context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(view.width(), view.height())
                .setLocale("en-GB")
                .setTimezoneId("UTC")
                .setColorScheme(view.scheme()));
    context.addInitScript(SHORT_PAUSES);
    return new ConsolePage(context, uri);
  }

  /** Returns an empty tab, which may open whatever a test makes of the web. */
  Page tab() {
    var page = browser.newContext().newPage();
    page.setDefaultTimeout((double) TestTimeouts.STALL.toMillis());
    return page;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
