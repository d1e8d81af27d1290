package dev.atf.e2e.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class whose processes use both processors for most of its time. One such class runs at a time:
 * beside another its executors would lose their leases by load, and be started again, which is more
 * load.
 */
@ResourceLock(ManyProcesses.LOCK)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ManyProcesses {
  String LOCK = "many processes";
}
