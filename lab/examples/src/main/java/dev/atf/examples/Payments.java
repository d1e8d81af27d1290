package dev.atf.examples;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import java.io.IOException;
import java.time.Duration;

/**
 * Distinguishes retriable and fatal failures. After an exception, the lambda's retry policy retries
 * the task until no attempts are left. A failure that another attempt cannot change is fatal
 * immediately.
 */
public final class Payments implements TaskHandler<Payments.Payment> {
  public static final Lambda LAMBDA =
      Lambda.newBuilder()
          .setName("charge-card")
          .setRetry(
              Lambda.Retry.newBuilder()
                  .setMaxAttempts(5)
                  .setInitialBackoff(ProtoTimes.proto(Duration.ofSeconds(10))))
          .build();

  private final Bank bank;

  public Payments(Bank bank) {
    this.bank = bank;
  }

  /** Payload of a task. */
  public record Payment(String card, int cents) {}

  /** Bank that the handler calls. */
  public interface Bank {
    /**
     * Charges a card.
     *
     * @param key key of the payment; the bank recognises a repetition by it
     * @return true if the payment was accepted
     * @throws IOException if the outcome is unknown
     */
    boolean charge(String key, Payment payment) throws IOException;
  }

  @Override
  public Outcome handle(Payment payment, TaskContext context) throws IOException {
    if (payment.cents() <= 0) {
      return Outcome.fatal(
          "AMOUNT_INVALID", "cents: " + payment.cents() + " (expected: 1 or more)");
    }
    return bank.charge(context.taskId(), payment)
        ? Outcome.success()
        : Outcome.retriable("DECLINED", "the bank declines for now", Duration.ofHours(1));
  }
}
