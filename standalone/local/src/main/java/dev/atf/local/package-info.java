/** The whole system on one machine: engines and services in this process, executors as children. */
@NullMarked
package dev.atf.local;

import org.jspecify.annotations.NullMarked;
