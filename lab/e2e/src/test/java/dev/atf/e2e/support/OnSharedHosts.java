package dev.atf.e2e.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class whose tests are given the one {@link HostCluster} of this run, which no other class uses
 * at the same time. Worker hosts of earlier tests are still listed for a while.
 */
@ExtendWith(SharedCluster.class)
@Shared("hosts")
@ResourceLock(OnSharedHosts.LOCK)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnSharedHosts {
  String LOCK = "the shared hosts";
}
