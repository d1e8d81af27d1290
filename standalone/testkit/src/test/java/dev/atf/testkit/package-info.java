@NullMarked
package dev.atf.testkit;

import org.jspecify.annotations.NullMarked;
