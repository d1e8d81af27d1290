@NullMarked
package dev.atf.worker;

import org.jspecify.annotations.NullMarked;
