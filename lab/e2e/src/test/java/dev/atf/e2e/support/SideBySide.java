package dev.atf.e2e.support;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Orders classes so that the threads that run them seldom wait for one another's locks: a thread
 * that waits runs nothing.
 *
 * <p>One of JUnit's threads takes classes from the end, the others from the beginning. At the end
 * are the classes of the console, and before them those on shared worker hosts: of each of the two
 * one runs at a time. In front, the classes of {@link ManyProcesses}, of which one runs at a time,
 * alternate with those that run beside anything. Classes that share something ({@link Shared})
 * follow one another, so that it can be closed soon: the processes of an idle cluster take a
 * quarter of a processor.
 */
public final class SideBySide implements ClassOrderer {
  /** Locks of the classes that one thread runs one after another. */
  private static final List<String> AT_THE_END = List.of(OnSharedHosts.LOCK, "the console");

  /** The classes of each group that have not ended. */
  private static final Map<String, Set<String>> LEFT = new ConcurrentHashMap<>();

  /** JUnit calls this for each discovery, of which there are several. */
  @Override
  public void orderClasses(ClassOrdererContext context) {
    var byLock = new HashMap<String, List<ClassDescriptor>>();
    context.getClassDescriptors().sort(comparing(SideBySide::group));
    for (var each : context.getClassDescriptors()) {
      var lock = each.findAnnotation(ResourceLock.class).map(ResourceLock::value).orElse("");
      byLock.computeIfAbsent(lock, key -> new ArrayList<>()).add(each);
      each.findAnnotation(Shared.class)
          .ifPresent(
              shared ->
                  LEFT.computeIfAbsent(shared.value(), group -> ConcurrentHashMap.newKeySet())
                      .add(each.getTestClass().getName()));
    }
    var places = new HashMap<ClassDescriptor, Double>();
    byLock.forEach(
        (lock, classes) -> {
          for (int i = 0; i < classes.size(); i++) {
            places.put(classes.get(i), 1 + AT_THE_END.indexOf(lock) + (i + 0.5) / classes.size());
          }
        });
    context.getClassDescriptors().sort(comparing(each -> places.getOrDefault(each, 0.0)));
  }

  private static String group(ClassDescriptor each) {
    return each.findAnnotation(Shared.class).map(Shared::value).orElse("~");
  }

  /** Notes the end of a class; returns whether it was the last one of its group. */
  public static boolean endsWith(ExtensionContext context) {
    var ended = context.getRequiredTestClass();
    return AnnotationSupport.findAnnotation(ended, Shared.class)
        .map(shared -> LEFT.getOrDefault(shared.value(), Set.of()))
        .filter(left -> left.remove(ended.getName()))
        .filter(Set::isEmpty)
        .isPresent();
  }
}
