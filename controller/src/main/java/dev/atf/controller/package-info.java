/**
 * Controller of one worker host. It polls the queues of its lambdas, claims tasks at the HSC, and
 * hands claimed tasks to the executors that request work. It has no access to any database.
 */
@NullMarked
package dev.atf.controller;

import org.jspecify.annotations.NullMarked;
