package dev.atf.e2e.console;

import dev.atf.e2e.support.Shared;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class whose tests are given the browser and the system of {@link ConsoleExtension}, which no
 * other class uses at the same time: Playwright is used by one thread at a time.
 */
@ExtendWith(ConsoleExtension.class)
@Shared("console")
@ResourceLock("the console")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface InConsole {}
