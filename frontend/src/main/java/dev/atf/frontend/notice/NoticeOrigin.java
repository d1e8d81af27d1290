package dev.atf.frontend.notice;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notice;
import dev.atf.protocol.v1.NoticeOfTask;
import dev.atf.protocol.v1.Task;
import dev.atf.validation.TaskStatusCodec;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;

/** Origin of notices about finished tasks. */
public final class NoticeOrigin implements OriginKind {
  private final SubscriptionView subscriptions;

  @Inject
  NoticeOrigin(SubscriptionView subscriptions) {
    this.subscriptions = subscriptions;
  }

  @Override
  public String name() {
    return Notice.KIND;
  }

  @Override
  public void show(Origin origin, Task.Builder task) {
    var notice = Notice.of(origin);
    task.setNotice(
        NoticeOfTask.newBuilder()
            .setName(notice.name())
            .setTaskId(notice.source().value())
            .setLambda(notice.lambda().value())
            .setStatus(TaskStatusCodec.proto(notice.status())));
  }

  @Override
  public void showOwner(Origin origin, Task.Builder task) {
    // Everything about the notice is in its origin.
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    return reasons(task);
  }

  /** Returns the reasons that describe a notice. */
  public static OriginReasons reasons(Association task) {
    return new OriginReasons(
        Optional.empty(),
        Optional.empty(),
        Notice.of(task.header())
            .map(
                notice ->
                    new Reason(
                        ExplainCode.NOTICE_OF_TASK,
                        "it is a notice of %s: task %s of lambda %s ended as %s"
                            .formatted(
                                notice.name(), notice.source(), notice.lambda(), notice.status()),
                        notice.finishedAt(),
                        null)));
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return subscriptions
        .to(lambda.name())
        .map(
            one ->
                "receives the notices of subscription %s: delete that first".formatted(one.name()));
  }
}
