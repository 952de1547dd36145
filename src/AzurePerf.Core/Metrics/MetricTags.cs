namespace AzurePerf.Core.Metrics;

/// <summary>Names of the tags of metrics.</summary>
public static class MetricTags
{
    public const string RunId = "azureperf.run.id";
    public const string Experiment = "azureperf.experiment";

    /// <summary>prepare, measure, clean, or bag 2 for the second bag.</summary>
    public const string Stage = "azureperf.stage";

    /// <summary>waiting, running, done, failed, missed or cancelled.</summary>
    public const string TaskState = "azureperf.task.state";

    /// <summary>earlierStage, due, turn or worker.</summary>
    public const string WaitCause = "azureperf.wait.cause";

    /// <summary>Experiment, stage, levels and kind of machine, as in the table executionStatistics.</summary>
    public const string TaskClass = "azureperf.task_class";

    /// <summary>done, or the cause of an end without a result.</summary>
    public const string Outcome = "azureperf.outcome";

    /// <summary>measure, bag or peer.</summary>
    public const string Pool = "azureperf.pool";

    /// <summary>ready, holding or draining.</summary>
    public const string WorkerState = "azureperf.worker.state";

    /// <summary>used or free.</summary>
    public const string SlotState = "azureperf.slot.state";

    /// <summary>Service and request, such as table.insert.</summary>
    public const string StorageOperation = "azureperf.storage.operation";
}
