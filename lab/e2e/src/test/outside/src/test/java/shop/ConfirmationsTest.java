package shop;

import static dev.atf.testkit.AtfAssertions.assertThat;

import dev.atf.testkit.AtfExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ConfirmationsTest {
  @RegisterExtension final AtfExtension atf = AtfExtension.serving(Confirmations::addTo);

  @Test
  void anOrderIsConfirmedFiveMinutesLater() {
    Confirmations.schedule(atf.client(), new Confirmations.Order("A-1"));

    atf.runDueTasks();
    assertThat(atf.onlyTask("confirm")).isWaiting();

    atf.clock().advance(Duration.ofMinutes(5));
    atf.runDueTasks();
    assertThat(atf.onlyTask("confirm")).hasResult("confirmed A-1");
  }
}
