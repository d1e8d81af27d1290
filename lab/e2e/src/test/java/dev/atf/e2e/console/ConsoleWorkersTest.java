package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of worker hosts in the console: which there are, what they run, drain and undrain. */
@Tag("system")
@InConsole
final class ConsoleWorkersTest {
  @Test
  void aHostIsFoundWithWhatItRunsDrainedAndLetToWorkAgain(ConsolePage page, ConsoleSystem system) {
    var place = system.worker();
    var running = system.schedule("report", "{\"json\": {\"day\": \"friday\", \"seconds\": 600}}");
    system.await(running, ConsoleSystem.RUNNING);
    page.open("workers");

    page.tab().getByText(place).click();

    page.heading(place);
    page.status("Healthy");
    assertThat(page.section("Work by lambda")).containsText("command");
    assertThat(page.section("Work by lambda").locator("tr").filter(ofReports())).containsText("1");

    page.click("Drain");
    page.fill("Reason", "a new kernel");
    page.confirm("Drain");

    page.said(place + " takes no more work");
    page.status("Draining");
    assertThat(page.section("The host")).containsText("by a client: a new kernel");
    system.cancel(running);
    page.status("Drained");

    page.click("Undrain");
    page.confirm("Undrain");

    page.status("Healthy");
    assertThat(page.wrongs()).isEmpty();
  }

  private static Locator.FilterOptions ofReports() {
    return new Locator.FilterOptions().setHasText("report");
  }
}
