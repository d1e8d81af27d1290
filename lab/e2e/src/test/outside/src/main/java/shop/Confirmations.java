package shop;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.executor.*;
import java.time.Duration;

public final class Confirmations {
  public record Order(String number) {}

  public static void main(String[] args) {
    System.exit(addTo(Worker.builder(ExecutorConfig.fromEnvironment())).run());
  }

  static WorkerBuilder addTo(WorkerBuilder worker) {
    return worker.handle("confirm", Order.class, Confirmations::confirm);
  }

  static Outcome confirm(Order order, TaskContext context) {
    return Outcome.success("confirmed " + order.number());
  }

  static void schedule(AtfClient atf, Order order) {
    atf.schedule(TaskSpec.of("confirm", order).delay(Duration.ofMinutes(5)));
  }
}
