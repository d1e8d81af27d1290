package dev.atf.storeconsumer.alarm;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notice;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that are due of a task that has ended. Its outcome names those that its writer knew; a
 * subscription is looked up as it is now, and makes none once it is deleted or is about other
 * tasks.
 */
public final class DueNotices {
  private static final Logger log = LoggerFactory.getLogger(DueNotices.class);

  private final LambdaDirectory directory;

  @Inject
  public DueNotices(LambdaDirectory directory) {
    this.directory = directory;
  }

  /**
   * Returns the tasks to be made.
   *
   * @throws dev.atf.store.StoreException if a subscription or a lambda cannot be read
   */
  List<Notice.Task> of(Association ended) {
    var tasks = new ArrayList<Notice.Task>();
    for (var name : ended.notices().due()) {
      target(name, ended)
          .flatMap(target -> task(name, target, ended))
          .ifPresentOrElse(
              tasks::add,
              () -> log.info("taskId={} notice={} is not wanted", ended.taskId(), name));
    }
    return tasks;
  }

  private Optional<NoticeTarget> target(String name, Association ended) {
    if (name.equals(OnFinish.NAME)) {
      return Optional.ofNullable(ended.header().onFinish()).map(OnFinish::target);
    }
    // The writer of the end may know a subscription that was not here when last looked.
    return find(directory.subscriptions(), name, ended)
        .or(() -> find(directory.subscriptionsNow(), name, ended))
        .map(Subscription::target);
  }

  private static Optional<Subscription> find(
      Subscriptions subscriptions, String name, Association ended) {
    return subscriptions.find(name).filter(one -> one.covers(ended.header(), ended.status()));
  }

  private Optional<Notice.Task> task(String name, NoticeTarget target, Association ended) {
    return Notice.of(name, ended)
        .flatMap(notice -> lambda(target).map(lambda -> notice.task(target, lambda)));
  }

  private Optional<LambdaDefinition> lambda(NoticeTarget target) {
    return directory.findRegistered(target.lambda()).or(() -> directory.stored(target.lambda()));
  }
}
