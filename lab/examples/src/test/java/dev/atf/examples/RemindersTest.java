package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.examples.Reminders.Reminder;
import dev.atf.testkit.AtfExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RemindersTest {
  private static final Reminder TEA = new Reminder("Ada", "tea");

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker -> worker.handle(Reminders.LAMBDA, Reminder.class, Reminders::remind));

  @Test
  void eachRunsAtItsTime() {
    var reminders = new Reminders(atf.client());
    var tomorrow = atf.clock().instant().plus(Duration.ofDays(1));
    var now = reminders.now(TEA);
    var inAnHour = reminders.after(Duration.ofHours(1), TEA);
    var at = reminders.at(tomorrow, TEA);

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.task(now)).hasResult("Ada: tea");
    assertThat(atf.task(at)).isWaiting().isScheduledAt(tomorrow);

    atf.clock().advance(Duration.ofHours(1));
    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.task(inAnHour)).hasSucceeded();

    atf.clock().advanceTo(tomorrow);
    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.task(at)).hasSucceeded();
  }
}
