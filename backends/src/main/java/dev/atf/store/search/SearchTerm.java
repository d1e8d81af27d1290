package dev.atf.store.search;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.task.TaskEntity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Text under which tasks of a lambda are found. It stands for one of their labels, or for their
 * collection.
 */
public record SearchTerm(String text) {
  public static SearchTerm label(String key, String value) {
    return new SearchTerm("label " + key.length() + " " + key + "=" + value);
  }

  public static SearchTerm collection(CollectionName collection) {
    return new SearchTerm("collection " + collection.value());
  }

  /** Returns every term of a task. */
  public static List<SearchTerm> of(TaskEntity task) {
    var terms = new ArrayList<SearchTerm>();
    task.labels().forEach((key, value) -> terms.add(label(key, value)));
    var collection = task.header().collection();
    if (collection != null) {
      terms.add(collection(collection));
    }
    return terms;
  }

  /** Returns the terms of a task's labels whose keys are in {@code keys}. */
  public static List<SearchTerm> of(TaskEntity task, Collection<String> keys) {
    return task.labels().entrySet().stream()
        .filter(label -> keys.contains(label.getKey()))
        .map(label -> label(label.getKey(), label.getValue()))
        .toList();
  }

  /**
   * Returns a hash of the lambda and the term, with 32 hexadecimal digits, because terms can be
   * long.
   */
  public String list(LambdaName lambda) {
    return TaskId.ofText(lambda.value() + "/" + text).value();
  }
}
