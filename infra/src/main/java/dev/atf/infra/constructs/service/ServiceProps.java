package dev.atf.infra.constructs.service;

/**
 * One service of the framework, as far as users configure it.
 *
 * @param image holds the program
 * @param size of each task
 * @param tasksMin tasks that always run; two or more to survive the loss of a zone
 * @param tasksMax bound of the scaling by processor time, and of the store consumer by lateness
 */
public record ServiceProps(ServiceImage image, TaskSize size, int tasksMin, int tasksMax) {}
