package dev.atf.e2e.support;

import static java.util.Comparator.comparing;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs classes that share something ({@link Shared}) first, and one group after another, so that it
 * can be closed soon: the processes of an idle cluster take a quarter of a processor.
 */
public final class SharedFirst implements ClassOrderer {
  /** The classes of each group that have not ended. */
  private static final Map<String, Set<String>> LEFT = new ConcurrentHashMap<>();

  /** JUnit calls this for each discovery, of which there are several. */
  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(comparing(SharedFirst::group));
    for (var each : context.getClassDescriptors()) {
      each.findAnnotation(Shared.class)
          .ifPresent(
              shared ->
                  LEFT.computeIfAbsent(shared.value(), group -> ConcurrentHashMap.newKeySet())
                      .add(each.getTestClass().getName()));
    }
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
