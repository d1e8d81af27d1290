/**
 * Time limits of tests: they are about progress, not about how fast the machine is. On the test
 * class path of every room.
 */
@NullMarked
package dev.atf.testtime;

import org.jspecify.annotations.NullMarked;
