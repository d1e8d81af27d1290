package dev.atf.frontend.event;

import dev.atf.frontend.task.HistoryView;
import dev.atf.model.task.TaskTransition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Transition;
import dev.atf.validation.TaskStatusCodec;
import java.util.Optional;

/** A transition as callers see it, in the words of the task's history. */
final class TransitionView {
  private TransitionView() {}

  static Transition of(TaskTransition transition) {
    var header = transition.header();
    var view =
        Transition.newBuilder()
            .setTaskId(header.taskId().value())
            .setLambda(header.lambda().value())
            .setPriority(header.priority().value())
            .setAt(ProtoTimes.proto(transition.at()))
            .setStatus(TaskStatusCodec.proto(transition.to()))
            .setAttempt(transition.attempt())
            .setDetail(HistoryView.words(transition.event(), transition.detail()));
    Optional.ofNullable(header.collection()).ifPresent(name -> view.setCollection(name.value()));
    Optional.ofNullable(transition.from())
        .ifPresent(status -> view.setFromStatus(TaskStatusCodec.proto(status)));
    return view.build();
  }
}
