@NullMarked
package dev.atf.client;

import org.jspecify.annotations.NullMarked;
