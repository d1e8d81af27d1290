package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.testkit.AtfExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class MailingTest {
  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker ->
              worker.handle(Mailing.LAMBDA, String.class, (mail, context) -> Outcome.success()));

  @Test
  void aPausedCollectionWaitsAndOthersGoOn() {
    var mailing = new Mailing(atf.client());
    mailing.pauseMarketing("a wrong price");
    var advert = mailing.send(Mailing.MARKETING, "buy!");
    var reset = mailing.send(Mailing.PASSWORDS, "click here");

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.task(reset)).hasSucceeded();
    assertThat(atf.task(advert)).isWaiting();
    assertThat(atf.client().explain(advert).getSummary()).contains("a wrong price");

    mailing.resumeMarketing();
    assertThat(atf.runUntilFinished(advert)).hasSucceeded();
  }
}
