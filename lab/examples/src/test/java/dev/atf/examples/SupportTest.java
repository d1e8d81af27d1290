package dev.atf.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.testkit.AtfExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SupportTest {
  private final List<String> answered = new ArrayList<>();

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
              worker ->
                  worker.handle(
                      Support.LAMBDA.getName(),
                      String.class,
                      (question, context) -> {
                        answered.add(context.priority() + " " + question);
                        return Outcome.success();
                      }))
          .with(Support.LAMBDA);

  @Test
  void answersPayingCustomersFirst() {
    var support = new Support(atf.client());
    support.ask("why?", false);
    support.ask("when?", true);

    assertThat(atf.runDueTasks()).isEqualTo(2);

    assertThat(answered).containsExactly("paying when?", "free why?");
  }
}
