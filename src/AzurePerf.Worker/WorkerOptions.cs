using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Worker;

/// <summary>Settings of a worker, section <c>Worker</c>.</summary>
public sealed class WorkerOptions
{
    /// <summary>The machine this worker runs on; workers with the same one never measure at the same time.</summary>
    /// <value>Letters, digits, dots and hyphens; the machine's name by default.</value>
    [RegularExpression("^[A-Za-z0-9.-]{1,100}$", ErrorMessage = "Worker:HostId must be 1 to 100 letters, digits, dots and hyphens")]
    public string HostId { get; init; } = Environment.MachineName;

    /// <summary>How long a worker that has been idle for long waits before it looks for a task again.</summary>
    /// <value>0.1 s to 60 s; 5 s by default: an empty look costs a request.</value>
    [Range(typeof(TimeSpan), "00:00:00.1", "00:01:00")]
    public TimeSpan LongestIdlePause { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>True ends a worker at start when one of its targets does not answer; false only warns, because it may answer later.</summary>
    public bool TargetsMustAnswer { get; init; }
}
