package dev.atf.frontend.event;

import dev.atf.frontend.task.HistoryView;
import dev.atf.frontend.task.TaskView;
import dev.atf.model.transition.TaskTransition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Transition;

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
            .setStatus(TaskView.status(transition.to()))
            .setAttempt(transition.attempt())
            .setDetail(HistoryView.words(transition.event(), transition.detail()));
    var collection = header.collection();
    if (collection != null) {
      view.setCollection(collection.value());
    }
    var from = transition.from();
    if (from != null) {
      view.setFromStatus(TaskView.status(from));
    }
    return view.build();
  }
}
