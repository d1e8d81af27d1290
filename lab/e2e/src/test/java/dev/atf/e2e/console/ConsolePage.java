package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** One tab, and the errors in it. */
final class ConsolePage implements AutoCloseable {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final String AXE = axe();

  private static final String SERIOUS_VIOLATIONS =
      """
      async () =>
        (await axe.run(document, {resultTypes: ["violations"]})).violations
          .filter((rule) => ["serious", "critical"].includes(rule.impact))
          .map((rule) => `${rule.id}: ${rule.help} ${JSON.stringify(rule.nodes)}`)
      """;

  private final BrowserContext context;
  private final Page page;
  private final String uri;

  /** Requests to other hosts, errors of scripts, and violations of the page's policy. */
  private final List<String> wrongs = new CopyOnWriteArrayList<>();

  ConsolePage(BrowserContext context, String uri) {
    this.context = context;
    this.uri = uri;
    this.page = context.newPage();
    page.setDefaultTimeout((double) TestTimeouts.STALL.toMillis());
    page.onRequest(
        request -> {
          if (!request.url().startsWith(uri + "/")) {
            wrongs.add("asked elsewhere: " + request.url());
          }
        });
    page.onPageError(error -> wrongs.add("script: " + error));
    page.onConsoleMessage(
        message -> {
          // A refused call is logged there, too; those are answers.
          if (message.type().equals("error") && !message.text().startsWith("Failed to load")) {
            wrongs.add("console: " + message.text());
          }
        });
  }

  private static String axe() {
    try (var script = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the tab another size and other colours. */
  void show(View view) {
    page.setViewportSize(view.width(), view.height());
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(view.scheme()));
  }

  Page tab() {
    return page;
  }

  /** Opens an address below {@code /console/}, and waits for its heading. */
  ConsolePage open(String path) {
    page.navigate(uri + "/console/" + path);
    assertThat(page.locator("#heading")).isVisible();
    return this;
  }

  /** Goes to an address below {@code /console/} without loading the console again, as Back does. */
  ConsolePage go(String path) {
    page.evaluate(
        "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate'));"
            + " }",
        "/console/" + path);
    assertThat(page.locator("#heading")).isVisible();
    return this;
  }

  Locator text(String text) {
    return page.getByText(text).first();
  }

  void shows(String text) {
    assertThat(text(text)).isVisible();
  }

  void heading(String text) {
    assertThat(page.locator("#heading")).containsText(text);
  }

  Locator section(String name) {
    return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName(name).setExact(true))
        .first();
  }

  /** Asserts the status beside the heading. */
  void status(String name) {
    assertThat(page.locator(".page-head .chip").first()).hasText(name);
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^" + name)));
  }

  void click(String button) {
    button(button).first().click();
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  void fill(String label, String value) {
    dialog().getByLabel(label, new Locator.GetByLabelOptions().setExact(true)).fill(value);
  }

  /** Chooses an option of the dialog by its value. */
  void choose(String label, String value) {
    var unused =
        dialog()
            .getByLabel(label, new Locator.GetByLabelOptions().setExact(true))
            .selectOption(value);
  }

  /** Opens further fields of the dialog. */
  void unfold(String title) {
    dialog().locator("summary").filter(new Locator.FilterOptions().setHasText(title)).click();
  }

  /** Returns what is wrong with a field of the dialog. */
  Locator mistake(String label) {
    return dialog()
        .locator(".field")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.getByLabel(label, new Page.GetByLabelOptions().setExact(true))))
        .locator(".mistake");
  }

  /** Asserts the command that the dialog shows. */
  void command(String line) {
    assertThat(dialog().locator(".equivalent code")).hasText(line);
  }

  /** Presses a button of the dialog. */
  void press(String verb) {
    dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(verb).setExact(true))
        .click();
  }

  /** Presses the dialog's button that confirms, and waits until the dialog is closed. */
  void confirm(String verb) {
    press(verb);
    assertThat(dialog()).hasCount(0);
  }

  /** Returns one figure of those at the top of a page. */
  Locator tile(String label) {
    return page.locator(".tile").filter(new Locator.FilterOptions().setHasText(label));
  }

  /** Asserts the console's message about an action. */
  void said(String text) {
    assertThat(page.locator("#toast")).containsText(text);
  }

  /** Returns the serious violations of axe-core's rules. */
  List<?> seriousViolations() {
    // Once in a document: it is half a megabyte, and most pages are looked at in several views.
    if (page.evaluate("'axe' in window").equals(false)) {
      var unused = page.evaluate(AXE);
    }
    return (List<?>) page.evaluate(SERIOUS_VIOLATIONS);
  }

  List<String> wrongs() {
    return List.copyOf(wrongs);
  }

  void screenshot(String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")).setFullPage(true));
  }

  @Override
  public void close() {
    context.close();
  }
}
