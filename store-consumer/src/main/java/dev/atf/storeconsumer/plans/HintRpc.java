package dev.atf.storeconsumer.plans;

import dev.atf.hints.DueHint;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.Hints;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceImplBase;
import dev.atf.protocol.v1.TaskHint;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Call for hints. It records the hints, and is answered before any plan is checked. */
public final class HintRpc extends StoreConsumerServiceImplBase {
  private final HintReceiver receiver;
  private final HintPlansResponse response;

  @Inject
  HintRpc(HintReceiver receiver, PollSettings settings) {
    this.receiver = receiver;
    this.response =
        HintPlansResponse.newBuilder().setLookAhead(ProtoTimes.proto(settings.lookAhead())).build();
  }

  @Override
  public void hintPlans(HintPlansRequest request, StreamObserver<HintPlansResponse> observer) {
    try {
      var fields = new Violations();
      var plans = read("plans", request.getPlansList(), HintRpc::plan, fields);
      var tasks = read("tasks", request.getTasksList(), HintRpc::task, fields);
      if (request.getPlansCount() + request.getTasksCount() == 0) {
        fields.add("plans", "none", "1 or more, together with tasks");
      }
      fields.refuse();
      plans.forEach(receiver::plan);
      tasks.forEach(receiver::due);
    } catch (StatusRuntimeException e) {
      observer.onError(e);
      return;
    }
    observer.onNext(response);
    observer.onCompleted();
  }

  private static <M, H> List<H> read(
      String field, List<M> messages, Function<M, H> reading, Violations fields) {
    fields.requireBetween(field, messages.size(), 0, Hints.HINTS_MAX);
    var hints = new ArrayList<H>();
    for (int i = 0; i < Math.min(messages.size(), Hints.HINTS_MAX) && !fields.isFull(); i++) {
      var message = messages.get(i);
      fields.read(field + "[" + i + "].", () -> reading.apply(message)).ifPresent(hints::add);
    }
    return hints;
  }

  private static PlanHint plan(dev.atf.protocol.v1.PlanHint hint) {
    return new PlanHint(
        new PlanId(hint.getPlanId()),
        kind(hint.getKind()),
        new LambdaName(hint.getLambda()),
        hint.getEnded(),
        hint.hasAlarmAt() ? CheckedTimes.instant("alarmAt", hint.getAlarmAt()) : null);
  }

  private static DueHint task(TaskHint hint) {
    return new DueHint(
        new TaskId(hint.getTaskId()),
        hint.getEpoch(),
        CheckedTimes.instant("dueAt", hint.getDueAt()),
        new LambdaName(hint.getLambda()),
        new Priority(hint.getPriority()),
        hint.getShard(),
        hint.getCollection().isEmpty() ? null : new CollectionName(hint.getCollection()),
        hint.hasGroup() ? group(hint.getGroup()) : KeyGroup.NONE);
  }

  private static KeyGroup group(int number) {
    if (number < 0 || number >= KeyGroup.COUNT) {
      throw new InvalidFieldException("group", number, "0 to " + (KeyGroup.COUNT - 1));
    }
    return new KeyGroup(number);
  }

  private static PlanKind kind(String tag) {
    for (var kind : PlanKind.values()) {
      if (kind.tag().equals(tag)) {
        return kind;
      }
    }
    throw new InvalidFieldException("kind", tag, "order, job, condition or periodic");
  }
}
