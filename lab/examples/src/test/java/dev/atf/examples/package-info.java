@NullMarked
package dev.atf.examples;

import org.jspecify.annotations.NullMarked;
