/**
 * Time limits of tests, which are about progress and not about how fast the machine is, and the
 * state of processes that tests have ended. On the test class path of every module.
 */
@NullMarked
package dev.atf.testtime;

import org.jspecify.annotations.NullMarked;
