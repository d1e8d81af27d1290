package dev.atf.e2e.support;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Runs classes on {@link SharedCluster} first, those of one cluster after another: its processes
 * would take a quarter of a processor until the end of the run.
 */
public final class SharedFirst implements ClassOrderer {
  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparing(SharedFirst::rank));
    for (var each : context.getClassDescriptors()) {
      if (each.isAnnotated(OnSharedCluster.class)) {
        SharedCluster.expect(OnSharedCluster.class);
      } else if (each.isAnnotated(OnSharedHosts.class)) {
        SharedCluster.expect(OnSharedHosts.class);
      }
    }
  }

  private static int rank(ClassDescriptor each) {
    if (each.isAnnotated(OnSharedCluster.class)) {
      return 0;
    }
    return each.isAnnotated(OnSharedHosts.class) ? 1 : 2;
  }
}
