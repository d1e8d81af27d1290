/** Tests that the demonstration finds the faults that it claims not to have seen. */
@NullMarked
package dev.atf.lab.demo;

import org.jspecify.annotations.NullMarked;
