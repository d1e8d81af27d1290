@NullMarked
package dev.atf.springboot;

import org.jspecify.annotations.NullMarked;
