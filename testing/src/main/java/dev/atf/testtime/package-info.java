/**
 * Time limits of tests, which depend on progress and not on the speed of the machine, and the state
 * of processes that tests have ended. It is on the test class path of every module.
 */
@NullMarked
package dev.atf.testtime;

import org.jspecify.annotations.NullMarked;
