package dev.atf.e2e.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class whose tests are given the {@link SharedCluster}, which no other class uses at the same
 * time.
 */
@ExtendWith(SharedCluster.class)
@Shared("cluster")
@ResourceLock(ManyProcesses.LOCK)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnSharedCluster {}
