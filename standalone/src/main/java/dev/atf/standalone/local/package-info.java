/** The whole system on one machine: engines and services in this process, executors as children. */
@NullMarked
package dev.atf.standalone.local;

import org.jspecify.annotations.NullMarked;
