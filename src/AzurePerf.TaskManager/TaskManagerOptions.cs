using System.ComponentModel.DataAnnotations;

namespace AzurePerf.TaskManager;

/// <summary>Settings of the TaskManager, section <c>TaskManager</c>.</summary>
public sealed class TaskManagerOptions
{
    /// <summary>How long one execution may take before it is ordered to stop.</summary>
    /// <value>1 s to 7 days; 2 h by default: the longest published point, filling a queue of 2 million messages, stays below it.</value>
    [Range(typeof(TimeSpan), "00:00:01", "7.00:00:00")]
    public TimeSpan TaskTimeLimit { get; init; } = TimeSpan.FromHours(2);

    /// <summary>How often the register of resources is searched for what ended runs left behind.</summary>
    /// <value>1 min to 7 days; 1 h by default.</value>
    [Range(typeof(TimeSpan), "00:01:00", "7.00:00:00")]
    public TimeSpan JanitorInterval { get; init; } = TimeSpan.FromHours(1);
}
