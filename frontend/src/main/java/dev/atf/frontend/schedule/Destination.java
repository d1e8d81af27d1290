package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.route.Route;
import dev.atf.model.route.RoutedBy;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Name under which callers schedule tasks: of a lambda, or of a route, which chooses one for each
 * task. Idempotency keys belong to the name, whatever it chooses.
 */
public interface Destination {
  LambdaName name();

  /** Returns where a task goes. Reads no clock, and nothing of the store but definitions. */
  Chosen of(ScheduleRequest request, Instant now);

  /** Choice for one task. */
  sealed interface Chosen {}

  /**
   * Lambda that takes the task.
   *
   * @param asked name that the caller gave
   * @param choice of a route; null: the caller named the lambda
   */
  record Target(LambdaDefinition lambda, LambdaName asked, Route.@Nullable Choice choice)
      implements Chosen {
    /** Returns the priority to ask of the lambda; empty: its default. */
    String priority(ScheduleRequest request) {
      return choice == null || choice.priority() == null
          ? request.getPriority()
          : choice.priority().value();
    }

    /** Returns the collection of the task; empty: none. */
    String collection(ScheduleRequest request) {
      return choice == null || choice.collection() == null
          ? request.getCollection()
          : choice.collection().value();
    }

    @Nullable RoutedBy routedBy() {
      return choice == null ? null : choice.by();
    }
  }

  /** Lambda that takes no tasks, so that only a repetition of an earlier request is answered. */
  record Closed(Status refusal) implements Chosen {}

  /** Returns the destination of a caller that names a lambda. */
  static Destination of(LambdaDefinition lambda) {
    var target = new Target(lambda, lambda.name(), null);
    return new Destination() {
      @Override
      public LambdaName name() {
        return lambda.name();
      }

      @Override
      public Chosen of(ScheduleRequest request, Instant now) {
        return target;
      }
    };
  }
}
