/** Runs the JMH benchmarks, which are in the packages of what they measure. */
@NullMarked
package dev.atf.e2e.micro;

import org.jspecify.annotations.NullMarked;
