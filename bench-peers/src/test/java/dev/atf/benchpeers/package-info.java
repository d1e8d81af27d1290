@NullMarked
package dev.atf.benchpeers;

import org.jspecify.annotations.NullMarked;
