namespace AzurePerf.Core.Metrics;

/// <summary>Every metric of the engine: instruments and the page that explains them are made from this list.</summary>
public static class EngineMetrics
{
    private const string TaskManager = "TaskManager that leads";
    private const string Worker = "Worker";

    public static MetricDefinition OpenRuns { get; } =
        new("azureperf.run.open", MetricKind.Gauge, "{run}", TaskManager, "Runs that have not ended");

    public static MetricDefinition Tasks { get; } = new(
        "azureperf.task.count", MetricKind.Gauge, "{task}", TaskManager,
        "Tasks of an open run by what became of them; those of an open bag are about",
        MetricTags.RunId, MetricTags.Experiment, MetricTags.Stage, MetricTags.TaskState);

    public static MetricDefinition Waiting { get; } = new(
        "azureperf.task.waiting", MetricKind.Gauge, "{task}", TaskManager, "The waiting ones by what they wait for",
        MetricTags.RunId, MetricTags.Experiment, MetricTags.Stage, MetricTags.WaitCause);

    public static MetricDefinition RequestsPerTask { get; } = new(
        "azureperf.task.requests", MetricKind.Gauge, "{request}", TaskManager,
        "Requests to the control account per task of a closed bag, of all processes and for whatever they did meanwhile",
        MetricTags.RunId, MetricTags.Experiment, MetricTags.Stage);

    public static MetricDefinition Executions { get; } = new(
        "azureperf.execution.ended", MetricKind.Counter, "{execution}", TaskManager,
        "Executions that ended, repetitions included; those of a bag when it is closed",
        MetricTags.TaskClass, MetricTags.Outcome);

    public static MetricDefinition Duration { get; } = new(
        "azureperf.execution.duration", MetricKind.Histogram, "s", Worker,
        "From the claim of a task to the stored end of its execution; of tasks that share a message, from the turn of each to its end",
        MetricTags.Pool, MetricTags.Stage, MetricTags.Outcome);

    public static MetricDefinition QueueAge { get; } = new(
        "azureperf.queue.age", MetricKind.Histogram, "s", Worker,
        "How long the message of a claimed task had been in the queue, repetitions and hiding included, by the clocks of queue and worker",
        MetricTags.Pool);

    public static MetricDefinition QueueMessages { get; } = new(
        "azureperf.queue.messages", MetricKind.Gauge, "{message}", TaskManager,
        "About how many messages the queue of a pool holds, those of running tasks included, while a run is open",
        MetricTags.Pool);

    public static MetricDefinition Workers { get; } = new(
        "azureperf.worker.count", MetricKind.Gauge, "{worker}", TaskManager, "Workers that are alive", MetricTags.Pool,
        MetricTags.WorkerState);

    public static MetricDefinition Slots { get; } = new(
        "azureperf.slot.count", MetricKind.Gauge, "{slot}", TaskManager, "Tasks that the workers alive can execute at once",
        MetricTags.Pool, MetricTags.SlotState);

    public static MetricDefinition StorageRequests { get; } = new(
        "azureperf.storage.requests", MetricKind.Counter, "{request}", "every host",
        "Requests sent to the control account, repeated ones one by one", MetricTags.StorageOperation);

    public static IReadOnlyList<MetricDefinition> All { get; } =
        [OpenRuns, Tasks, Waiting, RequestsPerTask, Executions, Duration, QueueAge, QueueMessages, Workers, Slots, StorageRequests];
}
